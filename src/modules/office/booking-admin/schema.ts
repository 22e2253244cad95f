import { z } from "zod";
import type { Locale } from "#src/kernel/localized.ts";
import type { Currency, Money } from "#src/kernel/money.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import type { PartnerReason } from "#src/modules/sales/affiliates/rules/attribution.ts";
import type { SOURCES } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { MoneyState, ShownState, SumOf } from "#src/modules/office/booking-admin/rules/booking-state.ts";
import type { MONEY_PROVIDERS } from "#src/modules/base/settings/rules/payment-companies.ts";

/** A name in both languages; Spanish may be missing. */
type Named = { en: string; es: string | null };

type Provider = (typeof MONEY_PROVIDERS)[number];

/** A booking in the list. Dates and times are the city's, `bookedAt` is an instant. */
export type ListedBooking = {
  id: string;
  reference: string;
  name: string;
  email: string;
  phone: string;
  country: string;
  language: Locale;
  people: number;
  crawl: Named;
  city: Named;
  date: string;
  time: string;
  zone: string;
  total: Money;
  discount: Money;
  coupon: string | null;
  /** whom it is credited to, and why; the campaign and the QR code that its guest came by also without a partner */
  partner: { name: string; reason: PartnerReason } | null;
  campaign: string | null;
  qr: string | null;
  /** the reference of the booking that started its friends' table, its own or another's; null without one */
  table: string | null;
  source: (typeof SOURCES)[number];
  provider: Provider | null;
  state: ShownState;
  /** what is to be done about its money, or became of it */
  money: MoneyState | null;
  givenBack: Money;
  /** what the guest's bank has taken, while it decides or for good */
  taken: Money;
  /** until when a pending basket's seats are held */
  holdEnds: string | null;
  bookedAt: string;
  test: boolean;
  /** whether sums count its money: not where it is practice beside real money */
  isMoney: boolean;
  tags: string[];
};

/**
 * What was shown of a booking: `amount` is refunded, or for a move the difference to pay (> 0) or refunded (< 0), and `credit` comes as
 * credit (missing where an earlier release wrote it); minor units.
 */
export const Expected = z.object({
  version: z.number(),
  amount: z.number(),
  credit: z.number().exactOptional(),
  currency: z.custom<Currency>(),
});
export type Expected = z.infer<typeof Expected>;

/** Why nothing is done about a booking; `left` are the places that were left for it. */
export type NotDone = { reason: string; left?: number };

/** A booking with what would be done to it, or why nothing would. */
export type PreviewedRow = { booking: ListedBooking } & (
  | { expected: Expected; refused: null }
  | { expected: null; refused: NotDone }
);
/** The same of a cancellation; `due` is what goes back otherwise than as a refund, in minor units: `deposit` may be a part of `credit`. */
export type PreviewedCancel = PreviewedRow & { due: { waits: number; credit: number; deposit: number } | null };

/**
 * An extent: bookings, the people of those that are confirmed or waiting, and money per currency: what is confirmed, what is
 * waiting to be paid, what was given back, what guests' banks have taken. `exact` is false for estimates.
 */
export type Extent = { count: number; exact: boolean; people: number | null; money: Record<SumOf, Money[]> };

type OfColumns = Pick<ListedBooking, "email" | "language" | "coupon" | "partner" | "source" | "provider">;

/** What the browser gets of a booking in the list: of what is shown in a column, only what has one. */
export type BookingRow = Partial<OfColumns> &
  Omit<ListedBooking, keyof OfColumns | "phone" | "country" | "city" | "discount" | "campaign" | "qr" | "table">;

/** A page of the list; `previous` and `next` are the URL's values for `before=` and `after=`. */
export type BookingList = {
  bookings: ListedBooking[];
  /** row number of the first one */
  first: number;
  previous: string | null;
  next: string | null;
};

/** A view of the list; shared ones have no name. */
export type View = { id: string; name: string | null; query: string; count: number; exact: boolean };

/** A partner to choose; those switched off last. */
export type PartnerChoice = { id: string; name: string; code: string; is_active: boolean };

export type Choices = {
  crawls: { id: string; name: Named }[];
  cities: { id: string; name: Named }[];
  tags: { id: string; name: string }[];
  partners: PartnerChoice[];
};

const line = (max: number) => z.string().overwrite(toOneLine).max(max, "booking-admin-list.error.long");
const text = (max: number) => z.string().overwrite(toPlainText).max(max, "booking-admin-list.error.long");

export const ViewName = z.object({ name: line(40).min(1, "booking-admin-list.error.name") });

/** Selected bookings: ids, or all of a view. */
export const Chosen = z
  .object({
    ids: z
      .string()
      .default("")
      .transform((ids) => ids.split(",").filter(Boolean))
      .pipe(z.array(z.uuid()).max(2000)),
    all: z
      .string()
      .optional()
      .transform((all) => all === "1"),
    query: z.string().max(1000).default(""),
  })
  .refine(({ ids, all }) => all || ids.length > 0, "booking-admin-list.error.none");
export type Chosen = z.infer<typeof Chosen>;

/** A staff email in both languages; `key` is its idempotency key. */
export const BulkEmail = z.object({
  key: z.uuid(),
  subject_en: line(120).min(1, "booking-admin-list.error.subject"),
  text_en: text(4000).min(1, "booking-admin-list.error.text"),
  subject_es: line(120).min(1, "booking-admin-list.error.subject"),
  text_es: text(4000).min(1, "booking-admin-list.error.text"),
});
export type BulkEmail = z.infer<typeof BulkEmail>;
export const LETTER_FIELDS = ["subject_en", "text_en", "subject_es", "text_es"] as const;

/** The form that starts a bulk act: its idempotency key, what was shown, and what was typed to confirm it. */
export const StartBulkAct = z.object({
  key: z.uuid(),
  fingerprint: z.string().max(100),
  count: z.coerce.number().int().default(0),
  word: z.string().overwrite(toOneLine).max(100).default(""),
});

/** A tag to add or to take off. It is one word or a few: without a comma, for lists of them. */
export const Tagging = z.object({
  name: z
    .string()
    .overwrite(toOneLine)
    .transform((name) => name.replaceAll(/\s+/g, " "))
    .pipe(
      line(30)
        .min(1, "booking-admin-list.error.tag")
        .refine((name) => !name.includes(","), "booking-admin-list.error.comma"),
    ),
  way: z.enum(["add", "remove"]),
});
export type Tagging = z.infer<typeof Tagging>;

/** What tagging would do: of all bookings, how many have the tag, as it is written. */
export type Tagged = { tag: string; all: number; having: number };

/** Bookings an email goes to, by language, and their people; `unreachable` ones no longer have an address. */
export type Recipients = { en: number; es: number; unreachable: number; people: number };

export type ListExtra = {
  recipients: Recipients;
  tagged: Tagged;
};
/** The answer to a form of the list. */
export type ListAnswer = FormAnswer<ListExtra>;

/** Why a form of the list is refused; `max` comes with the first two. */
export type ListRefusal =
  | "too_many"
  | "too_many_views"
  | "no_address"
  | "too_many_attempts"
  | "view_not_found"
  | "name_taken"
  | "recipients_changed"
  | "nobody"
  | "idempotency_conflict";
