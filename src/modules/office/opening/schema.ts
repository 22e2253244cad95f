import type { Currency } from "#src/kernel/money.ts";
import type { UnseenCrawl } from "#src/modules/site/catalog/schema.ts";
import type { Shipped, Step, StepState } from "#src/modules/office/opening/rules/opening.ts";

/** Where an installation stands on its way to the first booking. */
export type Opening = {
  isOpen: boolean;
  /** When it was last opened or closed (ISO); null where it never was. */
  since: string | null;
  states: Record<Step, StepState>;
  /** The names used everywhere, and which of them still have their defaults. */
  brand: { name: string; founded: number; prefix: string; shipped: Shipped[] };
  /** As on receipts; the name is empty until one is set. */
  company: { name: string; rfc: string; address: string };
  /** `old`: the rates are out of date, as those that come with the product are. */
  money: { currencies: Currency[]; ratesOf: string; old: boolean };
  /** In the viewer's language. */
  cities: string[];
  /** `byTitle`: those that the title rule keeps from guests. */
  crawls: { shown: string[]; hidden: number; byTitle: UnseenCrawl[] };
  /** How many can be booked once it is open; the first of them. */
  nights: { count: number; first: { id: string; date: string } | null };
  /** What the home page says first, in the viewer's language, and whether it is the operator's own. */
  home: { text: string; own: boolean };
  /** Who emails come from; `server`: they leave, `own`: from an address that a mail server serves, `tried`: one has arrived there. */
  mail: { from: string; server: boolean; own: boolean; tried: boolean };
  /** The companies that have keys, and whether money moves. `byHand`: how guests pay where no company has keys and payments are live. */
  payments: { live: boolean; providers: string[]; byHand: { door: boolean; transfer: boolean } | null };
  /** Confirmed bookings. */
  bookings: number;
};
