import { GENERIC_RFCS, kindOf, type TaxpayerKind } from "#src/kernel/rfc.ts";

// What the tax authority (SAT) accepts of whom an invoice is for: its catalogues c_RegimenFiscal and c_UsoCFDI of CFDI 4.0 (Anexo 20
// of the Resolución Miscelánea Fiscal), and its guide for filling in an invoice.

/** c_RegimenFiscal: each regime with those who may be in it. */
const REGIMES = {
  "601": ["company"],
  "603": ["company"],
  "605": ["person"],
  "606": ["person"],
  "607": ["person"],
  "608": ["person"],
  "610": ["person", "company"],
  "611": ["person"],
  "612": ["person"],
  "614": ["person"],
  "615": ["person"],
  "616": ["person"],
  "620": ["company"],
  "621": ["person"],
  "622": ["company"],
  "623": ["company"],
  "624": ["company"],
  "625": ["person"],
  "626": ["person", "company"],
} as const satisfies Record<string, readonly TaxpayerKind[]>;
export type TaxRegime = keyof typeof REGIMES;
export const TAX_REGIMES = Object.keys(REGIMES) as [TaxRegime, ...TaxRegime[]];

/** The regimes of a kind of taxpayer alone, or of both. */
export const regimesOf = (whose: TaxpayerKind | "both"): TaxRegime[] =>
  TAX_REGIMES.filter((code) => {
    const kinds: readonly TaxpayerKind[] = REGIMES[code];
    return whose === "both" ? kinds.length === 2 : kinds.length === 1 && kinds[0] === whose;
  });

/**
 * c_UsoCFDI: what a night out may be for, with the regimes that may say so: general expenses, or without effect on taxes. The other
 * uses are for goods, investments, personal deductions and payrolls.
 */
const USES = {
  G03: ["601", "603", "606", "612", "620", "621", "622", "623", "624", "625", "626"],
  S01: TAX_REGIMES,
} as const satisfies Record<string, readonly TaxRegime[]>;
export type CfdiUse = keyof typeof USES;
export const CFDI_USES = Object.keys(USES) as [CfdiUse, ...CfdiUse[]];

const GENERIC = { tax_regime: "616", cfdi_use: "S01" } as const;

// what follows a company's name, with or without periods and spaces between its letters
const letters = (text: string) =>
  Array.from(text)
    .map((letter) => (letter === " " ? String.raw`\s+` : `${letter}\\.?\\s*`))
    .join("");
const VARIABLE = `(?:\\s*,?\\s*(?:${letters("DE")}\\s*${letters("CV")}|DE CAPITAL VARIABLE))?`;
const FORMS = [
  ...["SAPIB", "SAPI", "SAB", "SAS", "SA"].map(letters),
  ...["SCL", "SC", "AC", "IAP", "IBP", "ABP", "AR", "SPR"].map(letters),
  String.raw`S\.?\s*(?:EN|DE)\s+(?:C|NC)\.?(?:\s+POR\s+A\.?)?`,
  String.raw`(?:S|SC|SPR|S\.C\.|S\.P\.R\.)\.?\s*DE\s*R\.?\s*[LIS]\.?(?:\s+M\.?\s*I\.?)?`,
  String.raw`SOCIEDAD (?:AN[OÓ]NIMA(?: (?:BURS[AÁ]TIL|PROMOTORA DE INVERSI[OÓ]N))?|CIVIL|COOPERATIVA(?: LIMITADA)?|POR ACCIONES SIMPLIFICADA|DE RESPONSABILIDAD LIMITADA(?: MICROINDUSTRIAL)?)`,
  String.raw`ASOCIACI[OÓ]N CIVIL`,
];
const CORPORATE = new RegExp(`[\\s,]+(?:${FORMS.join("|")})${VARIABLE}\\.?$`, "u");

/**
 * A legal name as the authority knows it: in capitals, on one line, and of a company without what kind it is (its régimen de capital:
 * S.A. de C.V., S. de R.L., A.C. …). Accents stay: a certificate may have them.
 */
export function legalNameOf(typed: string, kind: TaxpayerKind): string {
  const name = typed.normalize("NFC").replaceAll(/\s+/gu, " ").trim().toUpperCase();
  return kind === "company" ? name.replace(CORPORATE, "").replace(/[\s,]+$/u, "") : name;
}

/** Whether a name says what kind of company it is; that of a person can't. */
const namesCompany = (name: string): boolean => CORPORATE.test(name);

/**
 * The form of a Mexican postal code: its first two digits are those of a state (01–16 is Mexico City, 20–99 the others; nothing
 * begins with 00 or 17–19).
 */
export const isPostalCode = (text: string): boolean => /^(?:0[1-9]|1[0-6]|[2-9]\d)\d{3}$/.test(text);

export type Recipient = { rfc: string; legal_name: string; tax_regime: TaxRegime; cfdi_use: CfdiUse };

/** What in an invoice's data can't go together: the field to correct, with a text id. Each part must be valid by itself. */
export function clashesOf({ rfc, legal_name, tax_regime, cfdi_use }: Recipient) {
  if (GENERIC_RFCS.includes(rfc)) {
    if (tax_regime !== GENERIC.tax_regime)
      return [{ field: "tax_regime", message: "payments-manage.error.regimeOfGeneric" }] as const;
    return cfdi_use === GENERIC.cfdi_use
      ? []
      : ([{ field: "cfdi_use", message: "payments-manage.error.useOfGeneric" }] as const);
  }
  const kind = kindOf(rfc);
  if (kind === "person" && namesCompany(legal_name))
    return [{ field: "legal_name", message: "payments-manage.error.companyNameOfPerson" }] as const;
  const kinds: readonly TaxpayerKind[] = REGIMES[tax_regime];
  if (!kinds.includes(kind))
    return [
      {
        field: "tax_regime",
        message: kind === "person" ? "payments-manage.error.regimeOfCompany" : "payments-manage.error.regimeOfPerson",
      },
    ] as const;
  const regimes: readonly TaxRegime[] = USES[cfdi_use];
  return regimes.includes(tax_regime)
    ? []
    : ([{ field: "cfdi_use", message: "payments-manage.error.useOfRegime" }] as const);
}
