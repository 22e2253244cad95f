import { parseAmount } from "#src/kernel/amount.ts";

// What an issued invoice says of itself, read from its XML (CFDI 4.0, Anexo 20): attributes of four elements. Nothing is evaluated, and
// whether its seal is good is the tax authority's to say.

/** An invoice as read from its file. `total` in minor units; missing values are empty texts and nulls. */
export type Cfdi = {
  version: string;
  /** `I` for income, `E` for what is given back, `P` for a payment … */
  kind: string;
  issuer: string;
  rfc: string;
  total: number | null;
  currency: string;
  /** the tax authority's number (folio fiscal), in lower case; null while it isn't stamped */
  uuid: string | null;
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const ENTITIES: Record<string, string> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };

/** Reads an invoice's XML; null if it is none. */
export function readCfdi(xml: string): Cfdi | null {
  const text = xml.replaceAll(/<!--[\s\S]*?-->/g, "");
  const whole = attributesOf(text, "Comprobante");
  const recipient = attributesOf(text, "Receptor");
  if (!whole || !recipient) return null;
  const uuid = attributesOf(text, "TimbreFiscalDigital")?.get("UUID")?.toLowerCase() ?? "";
  return {
    version: whole.get("Version") ?? "",
    kind: whole.get("TipoDeComprobante") ?? "",
    issuer: (attributesOf(text, "Emisor")?.get("Rfc") ?? "").toUpperCase(),
    rfc: (recipient.get("Rfc") ?? "").toUpperCase(),
    // amounts may have six decimals
    total: parseAmount((whole.get("Total") ?? "").replace(/(\.\d\d)0{1,4}$/, "$1")),
    currency: (whole.get("Moneda") ?? "").toUpperCase(),
    uuid: UUID.test(uuid) ? uuid : null,
  };
}

/** The attributes of the first element of a name, whatever its prefix. */
function attributesOf(xml: string, element: string): Map<string, string> | null {
  const tag = new RegExp(`<(?:[\\w-]+:)?${element}(\\s(?:[^"'>]|"[^"]*"|'[^']*')*)>`).exec(xml);
  if (!tag) return null;
  const pairs = tag[1]!.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map(
    [...pairs].map(([, name, double, single]) => [
      name!,
      (double ?? single ?? "").replaceAll(/&(amp|quot|apos|lt|gt);/g, (_, entity: string) => ENTITIES[entity]!),
    ]),
  );
}

/** What the invoice of a booking has to say. */
export type Expected = {
  rfc: string;
  /** ours; empty where the operator gave none */
  issuer: string;
  /** minor units by currency: what was paid, and what is left of it after refunds */
  totals: readonly { amount: number; currency: string }[];
};

/** Why a file isn't the invoice that was asked for; texts are `invoices.refused.<this>`. */
export type CfdiProblem = "not_cfdi" | "not_income" | "not_stamped" | "other_issuer" | "other_rfc" | "other_total";

/** The first thing that is wrong with an invoice; `other_total` is last, because staff may know better. */
export function problemOf(cfdi: Cfdi | null, { rfc, issuer, totals }: Expected): CfdiProblem | null {
  if (!cfdi) return "not_cfdi";
  if (cfdi.version !== "4.0" || cfdi.kind !== "I") return "not_income";
  if (cfdi.uuid === null) return "not_stamped";
  if (issuer !== "" && cfdi.issuer !== issuer) return "other_issuer";
  if (cfdi.rfc !== rfc) return "other_rfc";
  const isExpected = totals.some(({ amount, currency }) => amount === cfdi.total && currency === cfdi.currency);
  return isExpected ? null : "other_total";
}
