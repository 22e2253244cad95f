import { z } from "zod";
import { dayShape } from "#src/kernel/day-shape.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { hasReference, HAND_WAYS, isOfficeWay, MAX_REFERENCE } from "#src/kernel/pay-method.ts";
import { amountField } from "#src/locales/amount-field.ts";
import type { Standing } from "#src/modules/changes/groups/rules/quote.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";

/** What a group comes for. */
export const OCCASIONS = ["birthday", "bachelor", "company", "trip", "other"] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** So large a group may be that asks for a night. */
export const MOST_PEOPLE = 500;

/** What a guest asks for their group. Error messages are text ids; a city or a date that is empty is open. */
export const RequestGroup = z.strictObject({
  people: z.coerce
    .number("groups.error.people")
    .int("groups.error.people")
    .min(2, "groups.error.people")
    .max(MOST_PEOPLE, "groups.error.people"),
  city: z.string("groups.error.city").max(100, "groups.error.city"),
  date: z.union([z.literal(""), dayShape("groups.error.date")], "groups.error.date"),
  occasion: z.enum(OCCASIONS, "groups.error.occasion"),
  words: z.string({ error: "groups.error.words" }).overwrite(toPlainText).max(4000, "errors.tooLong"),
  name: z
    .string({ error: "errors.messageName" })
    .overwrite(toOneLine)
    .min(1, "errors.messageName")
    .max(120, "errors.tooLong"),
  email: z
    .string({ error: "errors.messageEmail" })
    .overwrite(toOneLine)
    .max(254, "errors.messageEmail")
    .pipe(z.email("errors.messageEmail")),
  phone: z.string({ error: "errors.tooLong" }).overwrite(toOneLine).max(40, "errors.tooLong"),
  language: z.enum(LOCALES, "errors.language"),
});
export type RequestGroup = z.infer<typeof RequestGroup>;

/** So many places a night with others may have. */
export const MOST_PLACES = 10_000;

/** So many people one booking may be for. */
export const MOST_QUOTED = 100;

const time = z.string("groups-admin.error.time").regex(/^([01]\d|2[0-3]):[0-5]\d$/, "groups-admin.error.time");
const day = dayShape("groups-admin.error.day");

/** What staff offer a group, with its form's key; `total` in minor units. */
export const SendQuote = z.object({
  id: z.uuid(),
  key: z.string().regex(/^[\w-]{8,100}$/),
  crawl_id: z.uuid("groups-admin.error.crawl"),
  people: z.coerce
    .number("groups-admin.error.people")
    .int("groups-admin.error.people")
    .min(1, "groups-admin.error.people")
    .max(MOST_QUOTED, "groups-admin.error.people"),
  date: day,
  start_time: time,
  end_time: time,
  total: amountField,
  currency: z.enum(CURRENCIES),
  /** empty: paid as a whole */
  deposit: z.union([z.literal("").transform(() => null), amountField]),
  deposit_by: z.union([z.literal("").transform(() => null), day]),
  /** empty: nobody else may book the night */
  places: z.union(
    [z.literal("").transform(() => null), z.coerce.number().int().min(1).max(MOST_PLACES)],
    "groups-admin.error.places",
  ),
  pay_by: day,
  valid_until: day,
  included: z
    .string("groups-admin.error.included")
    .overwrite(toPlainText)
    .min(1, "groups-admin.error.included")
    .max(4000, "errors.tooLong"),
});
/** What staff offer a group in place of what it has accepted, and not paid; the rest stays. */
export const OfferChange = SendQuote.pick({
  id: true,
  key: true,
  people: true,
  total: true,
  valid_until: true,
  included: true,
});
export type OfferChange = z.infer<typeof OfferChange>;
export const CHANGE_FIELDS = ["people", "total", "valid_until", "included"] as const;

/** The fields that staff fill in, in page order. */
export const QUOTE_FIELDS = [
  "crawl_id",
  "date",
  "people",
  "start_time",
  "end_time",
  "total",
  "currency",
  "deposit",
  "deposit_by",
  "valid_until",
  "pay_by",
  "places",
  "included",
] as const;
export type SendQuote = z.infer<typeof SendQuote>;

/** A deposit that staff received: `amount` in minor units, as it was shown. */
export const TakeDeposit = z
  .object({
    id: z.uuid(),
    key: z.uuid(),
    way: z.enum(HAND_WAYS),
    reference: z.string().overwrite(toOneLine).max(MAX_REFERENCE, "errors.tooLong"),
    amount: z.coerce.number().int(),
    currency: z.enum(CURRENCIES),
  })
  .refine(({ way, reference }) => !hasReference(way) || reference !== "", {
    path: ["reference"],
    error: "groups-admin.error.reference",
  })
  .refine(({ way, currency }) => isOfficeWay(way, currency), { path: ["way"], error: "booking-admin.error.onlyPesos" });
/** The fields that staff fill in, in page order. */
export const TAKE_FIELDS = ["way", "reference"] as const;
export type TakeDeposit = z.infer<typeof TakeDeposit>;

/** A request's state: new, offered something, accepted, declined by its guest, closed by staff. */
export type RequestState = "new" | "quoted" | "accepted" | "declined" | "closed";

/** A deposit's state: paid, and then kept where the rest never came, or returned. Of what is returned in part, what is left is paid. */
export type DepositState = "unpaid" | "paid" | "kept" | "returned";

type Amount = { amount_minor: number; currency: Currency };
/** What is paid first, what is left to pay then (once it is paid: what is left by now), what of it is kept, and what has neither been kept nor gone back; `id` and `state` are null until the offer is accepted. */
export type QuoteDeposit = {
  id: string | null;
  state: DepositState | null;
  amount: Amount;
  balance: Amount;
  kept: Amount;
  left: Amount;
  by: string;
};

/** What was offered, as both sides read it. Times are local to its city, instants ISO; `total` in minor units. */
export type QuoteView = {
  id: string;
  version: number;
  standing: Standing;
  crawl: string;
  city: string;
  people: number;
  date: string;
  start_time: string;
  end_time: string;
  total: Amount;
  deposit: QuoteDeposit | null;
  /** what is left to pay of the booking that it became, as it stands; null where nothing is */
  due: Amount | null;
  /** what was accepted before, where it would change that, and what would be left to pay; `hasCodes`: credit is applied, which is taken off */
  change: { people: number; total: Amount; standing: Standing; due: Amount; hasCodes: boolean } | null;
  /** the night has so many places, for others too; null: it is the group's own */
  places: number | null;
  pay_by: string;
  valid_until: string;
  included: string;
  at: string;
};

/** The same on the page of its link: the language of what staff wrote, and the booking where it became one. */
export type OwnQuote = QuoteView & { language: string; booking: string | null };

/** A group on the page of its night: what is due next of its booking, null where it is paid, and by when. */
export type NightGroup = {
  requestId: string;
  name: string;
  state: "deposit" | "balance" | "unpaid" | "paid";
  due: Amount | null;
  by: string;
};

/** A request in the list; times are ISO instants, `city` is its name, null where it is none of ours. */
export type ListedRequest = {
  id: string;
  state: RequestState;
  name: string;
  email: string;
  people: number;
  city: string | null;
  date: string | null;
  occasion: Occasion;
  at: string;
};

/** A request with everything that its guest wrote, and who closed it. */
export type OpenRequest = ListedRequest & {
  phone: string;
  language: string;
  words: string;
  closedAt: string | null;
  closedBy: string | null;
  mayRefund: boolean;
  /** what was offered, newest first, with the booking's page for staff */
  quotes: (QuoteView & { by: string | null; bookingId: string | null })[];
};
