import type { NightGroup } from "#src/modules/changes/groups/schema.ts";
import type { ShownTable } from "#src/modules/sales/booking/schema.ts";
import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Money } from "#src/kernel/money.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import type { UnseenCrawl } from "#src/modules/site/catalog/schema.ts";
import type { Concern } from "#src/modules/evening/door/schema.ts";
import type { LogState } from "#src/modules/mail/notifications/rules/email-log.ts";
import type { Phase } from "#src/modules/office/night/rules/phase.ts";

/** A valid ticket with its guest; `name` may be empty. `entry`: who let them in, and when (ISO instant). */
export type Guest = {
  id: string;
  position: number;
  name: string;
  code: string;
  entry: { id: string; at: string; by: string; device: string; idSeen: boolean } | null;
};

/** A party's booking as shown to whoever may read bookings. `owes`: the unpaid amount, null when nothing. */
export type PartyBooking = { reference: string; phone: string; owes: Money | null; test: boolean };

/** A booking as its party on the night: `hold` keeps its places until `until`, `voucher` waits for cash at a shop, `bank` for a bank, `by_hand` for the guest. */
export type Party = {
  /** the booking's id; for whoever may not read bookings, whose public page it opens, that of the first ticket */
  id: string;
  name: string;
  people: number;
  language: Locale;
  note: string;
  state: "confirmed" | "hold" | "voucher" | "bank" | "by_hand" | "cancelled";
  /** when the hold lapses, or when the booking was cancelled; ISO instant */
  until: string | null;
  /** recorded after the night: that none of them came, or that they were there although nobody checked them in */
  noShow: boolean;
  wasThere: boolean;
  guests: Guest[];
  /** for how long from now the latest of its entries is offered to be undone, in ms; 0 for not at all */
  undoableMs: number;
  /** null for whoever may not read bookings */
  booking: PartyBooking | null;
};

/** A night of the same crawl, before or after this one. */
export type OtherNight = { id: string; date: string; start: string };

/** Emails of one kind about this night's bookings: how many are in each of the log's states, most urgent first. */
export type NightEmails = { kind: string; states: { state: LogState; count: number }[] };

/** The money of the night in one currency, minor units: what came in by provider, less what went back, and what is open. */
export type NightMoney = {
  currency: Money["currency"];
  sold: number;
  paid: number;
  refunded: number;
  /** what guests' banks have taken and not returned */
  disputed: number;
  /** promised and not yet given back */
  refundDue: number;
  owed: number;
  /** what is left of the payments, by provider */
  shares: { provider: string; amount: number }[];
};

/** A ticket that was let in twice, or an entry with something to look into. */
export type Alert = {
  id: string;
  kind: Concern | "double" | "moved_since";
  name: string;
  at: string;
  by: string;
  device: string;
  looked: boolean;
  bookingId: string | null;
};

/** How the sale goes: confirmed bookings, their people, and those of the last seven days. */
export type NightSales = { bookings: number; people: number; lately: number };

/** A night as its page shows it; what the viewer may not see is null and was never read. */
export type Night = {
  at: string;
  id: string;
  crawlId: string;
  title: string;
  /** Its crawl where guests don't see that; null where they do, and for whoever may not read the schedule. */
  unseen: UnseenCrawl | null;
  colour: CrawlColour;
  city: string;
  zone: string;
  date: string;
  start: string;
  end: string;
  startsAt: string;
  endsAt: string;
  phase: Phase;
  seats: { total: number; inside: number; booked: number; held: number; free: number };
  /** open friends' tables, whose places are among those on hold; null for whoever may not read bookings */
  tables: ShownTable[] | null;
  /** private groups on it; null for whoever may not read bookings */
  groups: NightGroup[] | null;
  previous: OtherNight | null;
  next: OtherNight | null;
  sales: NightSales;
  parties: Party[];
  alerts: Alert[];
  emails: NightEmails[] | null;
  money: NightMoney[] | null;
  may: {
    checkIn: boolean;
    readBookings: boolean;
    /** whether the phones of its parties may be asked for one by one */
    call: boolean;
    sell: boolean;
    book: boolean;
    write: boolean;
    readSchedule: boolean;
    cancel: boolean;
    readEmails: boolean;
  };
};

/** Made with the page, new after each act: an act whose answer was lost is sent again under it. */
const key = z.uuid();

const ids = z
  .string()
  .transform((text) => text.split(",").filter(Boolean))
  .pipe(z.array(z.uuid()).min(1).max(100));

// What the page's forms ask for: to let the holders of tickets in, to take entries back, with why, to note that a party was there after
// all, that an alert was looked at, or to show a party's phone.
export const EnterParty = z.object({ key, tickets: ids });
export const TakeBackEntries = z.object({
  key,
  entries: ids,
  reason: z.string().overwrite(toOneLine).min(1).max(200),
});

export const NotedThere = z.object({ booking: z.uuid() });
export const LookedInto = z.object({ entry: z.uuid() });
export const PartyToCall = z.object({ party: z.uuid() });

export type NightExtra = {
  /** whom to call */
  phone: string;
};
/** The answer to an act on a night. */
export type NightAnswer = FormAnswer<NightExtra>;
