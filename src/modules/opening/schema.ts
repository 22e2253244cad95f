import type { Currency } from "#src/kernel/money.ts";
import type { UnseenCrawl } from "#src/modules/catalog/schema.ts";
import type { Step, StepState } from "#src/modules/opening/rules/opening.ts";

/** Where an installation stands on its way to the first booking. */
export type Opening = {
  isOpen: boolean;
  /** When it was last opened or closed (ISO); null where it never was. */
  since: string | null;
  states: Record<Step, StepState>;
  /** As it stands on receipts; the name is empty while nobody has set one. */
  company: { name: string; rfc: string; address: string };
  money: { currencies: Currency[]; ratesOf: string };
  /** In the viewer's language. */
  cities: string[];
  /** `byTitle`: those that the title rule keeps from guests. */
  crawls: { shown: string[]; hidden: number; byTitle: UnseenCrawl[] };
  /** How many can be booked once it is open; the first of them. */
  nights: { count: number; first: { id: string; date: string } | null };
  /** The companies that have keys, and whether money moves. */
  /** `byHand`: how guests pay where no company has keys and payments are live. */
  payments: { live: boolean; providers: string[]; byHand: { door: boolean; transfer: boolean } | null };
  /** Confirmed bookings. */
  bookings: number;
};

/** What the page's buttons ask for. */
export const OPENING_INTENTS = ["open", "close"] as const;
export type OpeningIntent = (typeof OPENING_INTENTS)[number];
