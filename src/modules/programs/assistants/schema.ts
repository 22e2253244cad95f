import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { Contact, QuoteRequest } from "#src/modules/sales/booking/schema.ts";

const { currency, coupon_code, add_ons } = QuoteRequest.shape;

/** A choice of a guest, as an assistant prices it. */
export const ChosenNight = z.strictObject({
  night_id: QuoteRequest.shape.scheduled_crawl_id.describe("of `search_nights`"),
  people: QuoteRequest.shape.number_of_people,
  currency,
  coupon_code,
  add_ons: add_ons.describe("what is bought beside the places, each once; `get_night` lists them"),
});

/** Places to keep for a guest, who books them behind a link. Only what the guest has said of themselves is passed on. */
export const HoldRequest = ChosenNight.extend({
  language: z.enum(LOCALES, "errors.language").describe("that of the guest: of the page behind the link"),
  first_name: Contact.shape.first_name.optional().describe("the guest’s, if they gave it"),
  email: Contact.shape.email.optional().describe("the guest’s, if they gave it"),
  idempotency_key: z
    .uuid("errors.idempotency_uuid")
    .describe("a random UUID: the same one with the same choice gives the same hold; keep it to yourself"),
});
export type HoldRequest = z.infer<typeof HoldRequest>;

const reference = z.string("errors.invalid").overwrite(toOneLine).min(1, "errors.invalid").max(40, "errors.tooLong");

/** Whose booking somebody asks about. */
export const StatusRequest = z.strictObject({
  reference: reference.describe("of the booking, for example RND-ABC234"),
  email: Contact.shape.email.describe("with which it was made"),
});
export type StatusRequest = z.infer<typeof StatusRequest>;

/** Why staff act, in their own words, and what they were shown: without `confirm` nothing happens but a preview. */
const act = {
  reference,
  reason: z
    .string("errors.invalid")
    .overwrite(toOneLine)
    .min(1, "errors.invalid")
    .max(200, "errors.tooLong")
    .describe("why, for the audit log"),
  confirm: z
    .string("errors.invalid")
    .overwrite(toOneLine)
    .max(40, "errors.invalid")
    .optional()
    .describe("of the preview that a person has agreed to; leave it out to get one"),
};

/** A booking to be moved to another night. */
export const MoveRequest = z.strictObject({
  ...act,
  night_id: z.uuid("errors.departure"),
  price: z
    .enum(["keeps", "new"], "errors.invalid")
    .default("keeps")
    .describe("`keeps`: it costs what it did; `new`: the guest pays what it costs more"),
});
export type MoveRequest = z.infer<typeof MoveRequest>;

/** A booking to be cancelled by its guest's own terms. */
export const CancelRequest = z.strictObject(act);
export type CancelRequest = z.infer<typeof CancelRequest>;
