import { expect, test } from "vitest";
import { isPhone, toPhone } from "#src/kernel/phone.ts";
import { phoneDigits, telLink } from "#src/kernel/tel-link.ts";

test.each([
  ["+52 55 1234 5678", "+52 55 1234 5678"],
  ["\u202A+52\u00A055\u00A01234\u20115678\u202C", "+52 55 1234-5678"],
  ["+44 (0)20 7946 0958", "+44 20 7946 0958"],
  ["+44(0)2079460958", "+44 2079460958"],
  ["(+44) 20 7946 0958", "+44 20 7946 0958"],
  ["(020) 7946 0958", "(020) 7946 0958"],
  ["030/1234567", "030 1234567"],
  ["55–1234—5678", "55-1234-5678"],
  ["55−1234\u20105678", "55-1234-5678"],
  ["٠٥٥١٢٣٤٥٦٧", "0551234567"],
  ["＋８１ ３ １２３４ ５６７８", "+81 3 1234 5678"],
  ["tel:+525512345678", "+525512345678"],
  ["55 1234 5678 ext. 12", "55 1234 5678 ext. 12"],
  ["55 1234 5678 Ext 12", "55 1234 5678 ext. 12"],
  ["55 1234 5678, extensión 12", "55 1234 5678 ext. 12"],
  ["+15551234567x12", "+15551234567 ext. 12"],
  ["+1 555 123 4567 #12", "+1 555 123 4567 ext. 12"],
  ["+15551234567;ext=12", "+15551234567 ext. 12"],
])("%j is kept as %j", (typed, expected) => {
  expect(toPhone(typed)).toBe(expected);
  expect(toPhone(expected)).toBe(expected);
  expect(isPhone(expected)).toBe(true);
});

test.each(["", "12345", "+", "call me", "55 1234 5678 ext.", "ext. 12", "+52 55 1234 5678 or 9", "1".repeat(40)])(
  "%j is no number",
  (typed) => expect(isPhone(toPhone(typed))).toBe(false),
);

test("an extension is dialled after the number and is none of its digits", () => {
  const record = toPhone("+44 (0)20 7946 0958 x12");
  expect([phoneDigits(record), telLink(record)]).toEqual(["442079460958", "tel:+442079460958;ext=12"]);
  expect(telLink("55 1234-5678")).toBe("tel:5512345678");
});
