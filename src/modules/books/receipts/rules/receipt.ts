import { round } from "#src/kernel/money.ts";
import type { Site } from "#src/kernel/site.ts";

/** The general rate of Mexican VAT (Ley del IVA, article 1); product prices include it. */
export const IVA_PERCENT = 16;

/** The tax included in an amount of minor units: the net is rounded once, and both parts add up to the amount. */
export const taxWithin = (amount: number, percent: number): number => amount - round(amount / (1 + percent / 100));

const SERIES: Record<Site, string> = { cdmx: "CDMX", oaxaca: "OAX", puerto_vallarta: "PV" };

/** A receipt's number as shown: `CDMX-000123`. Test receipts have their own series. */
export const folioText = ({ site, test, folio }: { site: string; test: boolean; folio: number }): string =>
  `${test ? "TEST-" : ""}${SERIES[site as Site] ?? site.toUpperCase()}-${String(folio).padStart(6, "0")}`;

/** What stays of a receipt when so much went back, or will: never less than nothing, though money may go back twice. */
export const keptOf = ({ amount }: { amount: number }, back: readonly number[]): number =>
  Math.max(0, amount - back.reduce((sum, part) => sum + part, 0));

/** The pesos of a receipt's refund: the same share of the receipt's pesos as the refund is of its amount. */
export const refundShare = (receipt: { amount: number; pesos_amount: number }, amount: number): number =>
  round((receipt.pesos_amount * amount) / receipt.amount);
