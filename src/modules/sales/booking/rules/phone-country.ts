import { COUNTRIES } from "#src/kernel/countries.ts";
import { toPhone } from "#src/kernel/phone.ts";

/** The calling code of each country that a guest can choose. */
const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "AR54 AT43 AU61 BE32 BG359 BO591 BR55 BZ501 CA1 CH41 CL56 CN86 CO57 CR506 CU53 CY357 CZ420 DE49 DK45 DO1 " +
    "EC593 EE372 EG20 ES34 FI358 FR33 GB44 GE995 GR30 GT502 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IN91 IS354 " +
    "IT39 JM1 JO962 JP81 KE254 KR82 KZ7 LB961 LT370 LU352 LV371 MA212 MD373 ME382 MK389 MT356 MX52 MY60 NG234 NI505 " +
    "NL31 NO47 NZ64 PA507 PE51 PH63 PK92 PL48 PR1 PT351 PY595 QA974 RO40 RS381 SA966 SE46 SG65 SI386 SK421 SV503 " +
    "TH66 TN216 TR90 TT1 TW886 UA380 US1 UY598 VE58 VN84 ZA27 AE971 BD880 LK94"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);

/** Area codes of the other countries that share +1 with the United States. */
const PLUS_ONE: Readonly<Record<string, string>> = {
  CA: "204 226 236 249 250 257 263 289 306 343 354 365 367 368 382 387 403 416 418 428 431 437 438 450 460 468 474 506 514 519 537 548 579 581 584 587 604 613 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942",
  DO: "809 829 849",
  JM: "658 876",
  PR: "787 939",
  TT: "868",
};

/** The code that a country's numbers begin with abroad, as `+52`; null where it isn't known. */
export const callingCode = (country: string): string | null => (CODES[country] ? `+${CODES[country]}` : null);

/** Where a number that begins with its country's code (`+52…`) is from; null where it doesn't, or nobody can choose that country. */
export function countryOfPhone(typed: string): string | null {
  const phone = toPhone(typed);
  if (!phone.startsWith("+")) return null;
  const digits = phone.replace(/\D/g, "");
  if (digits.startsWith("1")) return countryOfPlusOne(digits.slice(1, 4));
  // Russia, which nobody can choose, has the rest of +7
  if (digits.startsWith("7") && !/^7[67]/.test(digits)) return null;
  // codes of one length never begin with a shorter one
  return COUNTRIES.find((country) => digits.startsWith(CODES[country]!)) ?? null;
}

function countryOfPlusOne(area: string): string | null {
  if (area.length < 3) return null;
  return Object.keys(PLUS_ONE).find((country) => PLUS_ONE[country]!.split(" ").includes(area)) ?? "US";
}

/** A number without its country's code, with that of `country`; as typed where it has one, is none, or the code isn't known. */
export function withCallingCode(typed: string, country: string): string {
  const phone = toPhone(typed);
  const code = callingCode(country);
  if (code === null || !/^[(\d]/.test(phone) || phone.startsWith("00")) return typed;
  // the zero before a number within its country isn't dialled from abroad, but in Italy it is
  return `${code} ${country === "IT" ? phone : phone.replace(/^(\(?)0/, "$1")}`;
}

/**
 * The country that a browser's languages (`Accept-Language`) name first, of those that can be chosen; empty where they name none.
 * Spanish of no country in particular is taken for Mexico's.
 */
export function countryOfLanguages(header: string | null): string {
  const languages = (header ?? "").split(",").map((part) => part.split(";")[0]!.trim());
  for (const language of languages) {
    const named = /^[a-z]{2,3}(?:-[A-Za-z]{4})?-([A-Za-z]{2})$/.exec(language)?.[1]?.toUpperCase();
    if (named !== undefined && COUNTRIES.includes(named)) return named;
    if (/^es(-419)?$/i.test(language)) return "MX";
  }
  return "";
}
