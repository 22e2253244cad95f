import { expect, test } from "vitest";
import { COUNTRIES } from "#src/kernel/countries.ts";
import {
  callingCode,
  countryOfLanguages,
  countryOfPhone,
  withCallingCode,
} from "#src/modules/sales/booking/rules/phone-country.ts";

test("every country that can be chosen has a calling code, and a number with it is from there", () => {
  for (const country of COUNTRIES) {
    const code = callingCode(country)!;
    expect(code, country).toMatch(/^\+\d{1,3}$/);
    if (code !== "+1" && code !== "+7") expect(countryOfPhone(`${code} 555 123 4567`), country).toBe(country);
  }
});

test.each([
  ["+1 212 555 0100", "US"],
  ["+1 (416) 555-0100", "CA"],
  ["+1 809 555 0100", "DO"],
  ["+1 787 555 0100", "PR"],
  ["＋52 55 1234 5678", "MX"],
  ["55 1234 5678", null],
  ["+1", null],
  ["+7 701 123 4567", "KZ"],
  ["+7 912 345 6789", null],
  ["+999 1234", null],
  ["", null],
])("%s is from %s", (phone, country) => expect(countryOfPhone(phone)).toBe(country));

test.each([
  ["55 1234 5678", "MX", "+52 55 1234 5678"],
  ["020 7946 0958", "GB", "+44 20 7946 0958"],
  ["(020) 7946 0958", "GB", "+44 (20) 7946 0958"],
  ["06 1234 5678", "IT", "+39 06 1234 5678"],
  ["+34 600 000 000", "MX", "+34 600 000 000"],
  ["0034 600 000 000", "MX", "0034 600 000 000"],
  ["55 1234 5678", "OTHER", "55 1234 5678"],
  ["55 1234 5678", "", "55 1234 5678"],
  ["", "MX", ""],
  ["call me", "MX", "call me"],
])("%s typed in %s is %s", (typed, country, phone) => expect(withCallingCode(typed, country)).toBe(phone));

test.each([
  ["es-MX,es;q=0.9,en;q=0.8", "MX"],
  ["en-US", "US"],
  ["es-419,es;q=0.9,en-GB;q=0.5", "MX"],
  ["es", "MX"],
  ["es-ES,es;q=0.9", "ES"],
  ["fr,en-GB;q=0.5", "GB"],
  ["zh-Hans-CN", "CN"],
  ["en-RU,en;q=0.5", ""],
  ["en", ""],
  ["*", ""],
  [null, ""],
])("a browser that asks for %s is from %s", (header, country) => expect(countryOfLanguages(header)).toBe(country));
