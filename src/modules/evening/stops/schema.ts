import { z } from "zod";
import { jsonText } from "#src/kernel/json-text.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import { NO_AMOUNT, optionalAmountField } from "#src/locales/amount-field.ts";
import { OwnPicture } from "#src/modules/site/content/schema.ts";
import { isMapLink } from "#src/modules/site/catalog/rules/city.ts";

const line = (max: number) => z.string().overwrite(toOneLine).max(max, "errors.tooLong");

/** The most that a voucher may cost, in minor units; a constraint of the table has the last word. */
const MOST_VOUCHER = 10_000_000;

/** A bar's form. */
export const BarFields = z.object({
  name: line(80).min(1, "stops-admin.error.name"),
  address: line(200),
  map_url: line(500)
    .refine((url) => url === "" || isMapLink(url), "stops-admin.error.map")
    .transform((url) => url || null),
  city_id: z.string().min(1, "stops-admin.error.city"),
  guide_note: z.string().overwrite(toPlainText).max(500, "errors.tooLong"),
  voucher_price: optionalAmountField.refine((price) => price === null || price <= MOST_VOUCHER, NO_AMOUNT),
  voucher_currency: z.enum(CURRENCIES),
  picture: z
    .union([OwnPicture, z.literal("")], "content-admin.error.picture")
    .default("")
    .transform((src) => src || null),
});
export type BarFields = z.infer<typeof BarFields>;

/** The fields of a bar's form in the order of the page. */
export const BAR_FIELDS = [
  "name",
  "address",
  "map_url",
  "city_id",
  "guide_note",
  "voucher_price",
  "voucher_currency",
  "picture",
] as const satisfies readonly (keyof BarFields)[];

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "stops-admin.error.time");
const vouchers = z.coerce.number().int().min(0).max(10);

/** A stop of a crawl. */
export const CrawlStop = z.object({ bar_id: z.uuid(), at: clock, vouchers });
export type CrawlStop = z.infer<typeof CrawlStop>;
/** The most stops of a crawl; a night may add as many again. */
export const MOST_STOPS = 20;

/** Ids of a night's stops follow from what they are copied from, and are of no version. */
const stopId = z.guid();

/** A stop of one night; a new one has no id. */
export const NightStop = CrawlStop.extend({ id: stopId.nullable(), skipped: z.boolean() });
export type NightStop = z.infer<typeof NightStop>;

/** When a device says that something happened; what isn't a time is none. */
const deviceAt = z
  .string()
  .nullish()
  .transform((text) => (text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null));

/** "We are at this stop", or that taken back. */
export const StepAct = z.object({
  intent: z.enum(["arrived", "undone"]),
  key: z.uuid(),
  stop: stopId,
  device_at: deviceAt,
});

/** Who is there before the group leaves a bar (`out`) or when it has come to the next (`in`), as ids of tickets. */
export const HeadcountAct = z.object({
  kind: z.enum(["out", "in"]),
  key: z.uuid(),
  stop: stopId,
  present: z.array(z.uuid()).max(500),
  /** One tap for everybody. */
  all: z.literal("yes").optional(),
  device_at: deviceAt,
});

/** One piece of an add-on handed out to a booking's guests, or the last one taken back. */
export const HandOutAct = z.object({
  kind: z.enum(["handed_out", "taken_back"]),
  key: z.uuid(),
  booking: z.uuid(),
  add_on: z.uuid(),
  device_at: deviceAt,
});

const common = { id: z.uuid(), stop: stopId, at: z.iso.datetime() };
const HandOut = z.object({
  kind: z.enum(["handed_out", "taken_back"]),
  id: z.uuid(),
  at: z.iso.datetime(),
  booking: z.uuid(),
  add_on: z.uuid(),
});
export type HandOut = z.infer<typeof HandOut>;
const tickets = z.array(z.uuid()).max(500);

/**
 * What a guide did on a phone, which keeps it until the server has it; `at` is by its clock. `of` are the tickets that were on the
 * phone when it was counted, of which `present` are there.
 */
export const Tap = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["arrived", "undone"]), ...common }),
  z.object({ kind: z.enum(["out", "in"]), ...common, present: tickets, of: tickets }),
  HandOut,
]);
export type Tap = z.infer<typeof Tap>;

/** How many are taken at once. */
export const MOST_TAPS = 10;
/** And how long they may be as a form holds them: less than any form may be (platform/read-form.server.ts). */
export const TAPS_BYTES = 60_000;
/** What a phone hands over, in the order in which `user` did it; `sent_at` is its clock now. */
export const TapsSent = z.object({
  sent_at: z.iso.datetime(),
  user: z.string(),
  taps: jsonText(z.array(Tap).min(1).max(MOST_TAPS), TAPS_BYTES),
});

/** What became of a tap: `refused` says why the server didn't take it; null where it has it now, or had it before. */
export type TapResult = { id: string; refused: string | null; bar: string; missing: number };

/** A bar as the list shows it. */
export type ListedBar = {
  id: string;
  name: string;
  address: string;
  city: string;
  isActive: boolean;
  /** How many crawls stop there. */
  crawls: number;
};

/** A stop with its bar, as a guide sees it. */
export type ShownStop = {
  id: string;
  bar_id: string;
  at: string;
  vouchers: number;
  skipped: boolean;
  name: string;
  address: string;
  map_url: string | null;
  guide_note: string;
};

/** "We are at this stop", or its undo, and when. */
export type SaidStep = { id: string; stop_id: string; kind: "arrived" | "undone"; at: string };

/** A bar to choose for a stop. */
export type BarChoice = { id: string; name: string; city: string };

/** A guest who is checked in; the phone only for those who may see bookings. */
export type HeadcountGuest = { ticketId: string; name: string; booker: string; position: number; phone: string | null };

/** A headcount as it was made. */
export type PastCount = {
  id: string;
  kind: "out" | "in";
  stop: string;
  at: string;
  present: number;
  missing: readonly HeadcountGuest[];
};

/** An add-on of a night: how many were sold and handed out, and whose they are. */
export type NightAddOn = {
  id: string;
  name: string;
  sold: number;
  redeemed: number;
  parties: readonly { booking: string; reference: string; name: string; quantity: number; redeemed: number }[];
};
