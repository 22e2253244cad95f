import { round } from "#src/kernel/money.ts";
import type { Site } from "#src/kernel/site.ts";

/** The general rate of Mexican value added tax (Ley del IVA, article 1); prices of the product contain it. */
export const IVA_PERCENT = 16;

/** The tax that an amount of minor units contains: what is left without it is rounded once, and both parts make the amount. */
export const taxWithin = (amount: number, percent: number): number => amount - round(amount / (1 + percent / 100));

const SERIES: Record<Site, string> = { cdmx: "CDMX", oaxaca: "OAX", puerto_vallarta: "PV" };

/** A receipt's number as people read it: `CDMX-000123`. What was only played counts in a series of its own. */
export const folioText = ({ site, test, folio }: { site: string; test: boolean; folio: number }): string =>
  `${test ? "TEST-" : ""}${SERIES[site as Site] ?? site.toUpperCase()}-${String(folio).padStart(6, "0")}`;
