import { z } from "zod";
import { dayShape } from "#src/kernel/day-shape.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { isPhone, toPhone } from "#src/kernel/phone.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import type { Rule } from "#src/modules/partners/commission/rules/commission.ts";
import { daysInOrder } from "#src/modules/sales/schedule/schema.ts";
import { MOST_BOOKED } from "#src/modules/sales/booking/schema.ts";

// What programs of resellers send, and what they are answered. A protocol's own shapes stand with its routes. Messages are message ids.

const INVALID = "errors.invalid";
const LONG = "errors.tooLong";
const line = (most: number) => z.string(INVALID).overwrite(toOneLine).max(most, LONG);
const uuid = z.uuid(INVALID).toLowerCase();

/** How a guest is reached, as far as the reseller says. An empty text is as good as none. */
export const ResaleContact = z.strictObject({
  full_name: line(160).nullable(),
  first_name: line(80).nullable(),
  last_name: line(80).nullable(),
  email: z
    .string("errors.email")
    .overwrite(toOneLine)
    .max(254, "errors.email")
    .pipe(z.union([z.literal(""), z.email("errors.email")], "errors.email"))
    .nullable(),
  phone: z
    .string("errors.phone")
    .overwrite(toPhone)
    .refine((text) => text === "" || isPhone(text), "errors.phone")
    .nullable(),
  locales: z.array(line(35)).max(20, INVALID),
  postal_code: line(20).nullable(),
  country: line(80).nullable(),
  notes: z.string(INVALID).overwrite(toPlainText).max(1000, LONG).nullable(),
});
export type ResaleContact = z.infer<typeof ResaleContact>;

const contact = ResaleContact.partial().nullish();
const reseller_reference = line(200).nullish();
const notes = z.string(INVALID).overwrite(toPlainText).max(1000, LONG).nullish();
const minutes = z.int(INVALID).min(1, INVALID).max(100_000, INVALID).optional();

/** One guest of a resale. `uuid`: the reseller's own id of the person; one of ours where it names none. */
export const ResalePerson = z.strictObject({ uuid: uuid.optional(), reseller_reference, contact });
export type ResalePerson = z.infer<typeof ResalePerson>;

const people = z
  .array(ResalePerson)
  .min(1, "errors.people")
  .max(MOST_BOOKED, "errors.people")
  .refine((list) => {
    const ids = list.flatMap((person) => person.uuid ?? []);
    return new Set(ids).size === ids.length;
  }, INVALID);

/**
 * Places to be held. `uuid`: the reseller's own id of the resale, the same whenever it is sent again; `minutes`: for how long, as far as
 * `MOST_HOLD_MINUTES` allows; `reseller_reference`: the reseller's own number of it.
 */
export const ReserveResale = z.strictObject({
  departure_id: z.uuid("errors.departure"),
  uuid: uuid.optional(),
  people,
  currency: z.enum(CURRENCIES, "errors.currency"),
  language: z.enum(LOCALES, "errors.language"),
  minutes,
  reseller_reference,
  notes,
  contact,
});
export type ReserveResale = z.infer<typeof ReserveResale>;

/** `people`: the complete list of who comes; `email_receipt`: whether we write to the guest. */
export const ConfirmResale = z.strictObject({
  contact,
  reseller_reference,
  people: people.optional(),
  email_receipt: z.boolean(INVALID).optional(),
});
export type ConfirmResale = z.infer<typeof ConfirmResale>;

/** What isn't named stays as it is. `people`: the complete list of who comes; whoever has a known `uuid` stays. */
export const ChangeResale = z.strictObject({
  departure_id: z.uuid("errors.departure").optional(),
  people: people.optional(),
  reseller_reference,
  notes,
  contact,
  minutes,
});
export type ChangeResale = z.infer<typeof ChangeResale>;

export const ExtendResale = z.strictObject({ minutes });
export const CancelResale = z.strictObject({
  reason: z.string(INVALID).overwrite(toPlainText).max(500, LONG).nullish(),
});

const ResaleFields = z.strictObject({
  reseller_reference: line(200).optional().describe("the reseller's own number"),
  reference: line(20).optional().describe("of one resale, for example RND-7K2M4P"),
  date_from: dayShape(INVALID).optional().describe("first local date of the night"),
  date_to: dayShape(INVALID).optional().describe("last local date of the night"),
  crawl_id: z.uuid(INVALID).optional(),
  updated_since: z.iso
    .datetime({ offset: true, error: "errors.instant" })
    .optional()
    .describe(
      "held, confirmed, changed, cancelled or freed at this instant or later, or within a minute before; who came in is no change",
    ),
  cursor: z.uuid(INVALID).optional().describe("`next_cursor` of the page before"),
  limit: z.int(INVALID).min(1, INVALID).max(100, INVALID).optional(),
});

/** Which resales: dates are local dates of nights (2026-11-27), both included. `cursor`: the `next` of the page before. */
export const ResaleFilter = daysInOrder(ResaleFields, ["date_from", "date_to"]);
export type ResaleFilter = z.infer<typeof ResaleFilter>;

export type ResaleStatus = "on_hold" | "confirmed" | "expired" | "cancelled" | "redeemed";

/**
 * What a reseller has sold, as it sees it: sums in minor units, instants ISO. `net`: what it is to pay us, its commission taken off; null
 * where none is agreed. `tax` is inside the total. `voucher` and `ticket`: what our door's scanner takes, once it is confirmed.
 */
export type Resale = {
  id: string;
  uuid: string;
  test: boolean;
  reference: string;
  reseller_reference: string | null;
  status: ResaleStatus;
  created_at: string;
  updated_at: string;
  /** until when it holds its places, or held them; null once it was confirmed or cancelled */
  expires_at: string | null;
  confirmed_at: string | null;
  redeemed_at: string | null;
  departure_id: string;
  crawl_id: string;
  starts_at: string;
  language: "en" | "es";
  currency: Currency;
  total: number;
  net: number | null;
  tax: number;
  unit_price: number;
  cancellable: boolean;
  cancellation: { refund: "full" | "partial" | "none"; reason: string | null; at: string } | null;
  /** as agreed when it was sold: everything back until so many hours before the start */
  rule: { name: string; version: string; hours: number; until: string; commission: Rule | null };
  contact: ResaleContact;
  notes: string | null;
  voucher: string | null;
  people: {
    uuid: string;
    reseller_reference: string | null;
    status: ResaleStatus;
    redeemed_at: string | null;
    contact: ResaleContact;
    ticket: string | null;
  }[];
};
