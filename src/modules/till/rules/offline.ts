import type { MessageId } from "#src/locales/i18n.ts";

/** Why a sale that a phone made offline can't be taken now, but can later: it stays on the phone. */
const WAITS = ["till_needed", "busy", "payment_under_way", "provider_unavailable", "server"] as const;

export const waits = (reason: string): boolean => WAITS.some((one) => one === reason);

/** Refusals for good that have words of their own. */
const SAID = [
  "departure_cancelled",
  "device_unknown",
  "departure_not_found",
  "forbidden",
  "not_tonight",
  "price_changed",
  "sold_out",
  "till_needed",
  "unreadable",
] as const;

/** Why a sale waits or was refused, in words. */
export const sayReason = (reason: string): MessageId =>
  `till.offline.why.${SAID.find((one) => one === reason) ?? (waits(reason) ? "later" : "other")}`;

/** Places of a night that this phone may sell: how many of `device` are unsold, at what price (per person, minor units by currency). */
export type Reserve = {
  device: string;
  departure: string;
  /** until when they can be sold; ISO */
  until: string;
  left: number;
  prices: Readonly<Record<string, number>>;
  /** the smallest step of cash in pesos, in minor units */
  step: number;
  /** the largest party */
  most: number;
};

/** A sale as a phone keeps it until the server has answered: `secret` is that of the device it was made on. */
export type KeptSale = {
  sale: {
    key: string;
    departure_id: string;
    people: number;
    currency: "MXN";
    /** the price, in minor units; what was taken is `cash` */
    expected: number;
    name: string;
    language: "en" | "es";
    id_seen: boolean;
    let_in: boolean;
    sold_at: string;
    ahead_ms: number;
  };
  cash: number;
  device: string;
  secret: string;
  userId: string;
  /** why the server doesn't take it yet */
  waits?: string;
  /** the server has forgotten its device: the same person's next one hands it over */
  unknown?: true;
};

/** What became of a sale, as its phone is told. */
export type SaleAnswer = {
  key: string;
  result: "sold" | "refused" | "waits";
  reason: string | null;
  reference: string | null;
};

/** How many places a phone may still sell of a night at `now`: what it was lent, less what it has sold and not handed over. */
export function leftHere(reserve: Reserve | null, departure: string, kept: readonly KeptSale[], now: number): number {
  if (reserve?.departure !== departure || Date.parse(reserve.until) <= now) return 0;
  const unsent = kept.filter(({ sale, device }) => sale.departure_id === departure && device === reserve.device);
  return Math.max(0, reserve.left - unsent.reduce((sum, { sale }) => sum + sale.people, 0));
}

/**
 * What a phone keeps once some of its sales were answered: a sale that was taken has used its places; one that was refused is told,
 * and leaves them.
 */
export function answered(
  { kept, reserve }: { kept: readonly KeptSale[]; reserve: Reserve | null },
  answers: readonly SaleAnswer[],
): { kept: KeptSale[]; reserve: Reserve | null; refused: (KeptSale & { reason: string })[] } {
  const of = new Map(answers.map((answer) => [answer.key, answer]));
  const result = ({ sale }: KeptSale) => of.get(sale.key)?.result;
  const sold = kept.filter((one) => result(one) === "sold" && one.device === reserve?.device);
  const spent = sold
    .filter(({ sale }) => sale.departure_id === reserve?.departure)
    .reduce((sum, { sale }) => sum + sale.people, 0);
  return {
    kept: kept
      .filter((one) => result(one) === undefined || result(one) === "waits")
      .map((one) => ({ ...one, ...(of.has(one.sale.key) ? { waits: of.get(one.sale.key)!.reason ?? "server" } : {}) })),
    reserve: reserve && { ...reserve, left: Math.max(0, reserve.left - spent) },
    refused: kept
      .filter((one) => result(one) === "refused")
      .map((one) => ({ ...one, reason: of.get(one.sale.key)!.reason ?? "" })),
  };
}

/** The sales that are sent next, of one device: most of one upload. */
export const MOST_SALES = 10;

/** The sales of the next upload, oldest first: those of one device, that of the oldest. */
export function nextSales(kept: readonly KeptSale[]): KeptSale[] {
  const [first] = kept.filter(({ unknown }) => !unknown);
  return kept.filter(({ secret, unknown }) => !unknown && secret === first?.secret).slice(0, MOST_SALES);
}
