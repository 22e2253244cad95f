import { toCode } from "#src/kernel/plain-text.ts";

const WEIGHTS = [3, 7, 1];

/** The digits of a CLABE as people write it, with spaces or dashes. */
export const clabeOf = (typed: string): string => toCode(typed);

/** Whether 18 digits are a CLABE: they begin with a bank's number, and the last is the check digit of the others (weights 3, 7, 1). */
export function isClabe(digits: string): boolean {
  if (!/^(?!000)\d{18}$/.test(digits)) return false;
  const sum = Array.from(digits.slice(0, 17)).reduce(
    (all, digit, at) => all + ((Number(digit) * WEIGHTS[at % 3]!) % 10),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(digits[17]);
}

/** Banks by the first three digits of a CLABE; not all: there are new ones every year. */
const BANKS: Readonly<Record<string, string>> = {
  "002": "Banamex",
  "006": "Bancomext",
  "009": "Banobras",
  "012": "BBVA México",
  "014": "Santander",
  "019": "Banjercito",
  "021": "HSBC",
  "030": "Bajío",
  "036": "Inbursa",
  "042": "Mifel",
  "044": "Scotiabank",
  "058": "Banregio",
  "059": "Invex",
  "060": "Bansí",
  "062": "Afirme",
  "072": "Banorte",
  "106": "Bank of America",
  "112": "Monex",
  "113": "Ve por Más",
  "127": "Azteca",
  "130": "Compartamos",
  "132": "Multiva",
  "133": "Actinver",
  "136": "Intercam",
  "137": "BanCoppel",
  "138": "Ualá",
  "140": "Consubanco",
  "145": "Banco Base",
  "147": "Bankaool",
  "166": "Banco del Bienestar",
  "167": "Hey Banco",
  "638": "Nu México",
  "646": "STP",
  "661": "Klar",
  "699": "Fondeadora",
  "706": "Arcus",
  "722": "Mercado Pago",
  "728": "Spin by OXXO",
};

/** The bank of a CLABE; null where it isn't among those known here. */
export const bankOf = (clabe: string): string | null => BANKS[clabe.slice(0, 3)] ?? null;

/** The end of what only some may see whole; null of nothing. */
export const lastFour = (whole: string | null): string | null => (whole ? `…${whole.slice(-4)}` : null);
