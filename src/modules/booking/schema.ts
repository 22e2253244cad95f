import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { COUNTRIES, OTHER_COUNTRY } from "#src/modules/booking/rules/countries.ts";
import type { CancelReason } from "#src/modules/booking/rules/states.ts";
import { MoneyShape } from "#src/modules/catalog/schema.ts";

// Every message is the id of a text, so that form and API say the same in the person's language.

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]|[\p{Cf}\p{Zl}\p{Zp}]/u;

const name = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(80, "errors.tooLong")
    .refine((text) => !CONTROL.test(text), "errors.control");

export const Customer = z.strictObject({
  first_name: name("errors.firstName"),
  last_name: name("errors.lastName"),
  email: z.string({ error: "errors.email" }).trim().max(254, "errors.email").pipe(z.email("errors.email")),
  phone: z
    .string({ error: "errors.phone" })
    .trim()
    .regex(/^\+?[\d ().-]{6,30}$/, "errors.phone")
    .refine((text) => text.replaceAll(/\D/g, "").length >= 6, "errors.phone"),
  country: z.enum([...COUNTRIES, OTHER_COUNTRY], "errors.country"),
});

const people = z.int("errors.people").min(1, "errors.people").max(100, "errors.people");
const couponCode = z.string("errors.coupon").trim().max(50, "errors.coupon");

/** What a price is asked for. */
export const QuoteRequest = z
  .strictObject({
    scheduled_crawl_id: z.uuid("errors.departure"),
    number_of_people: people,
    currency: z.enum(CURRENCIES, "errors.currency").default("MXN"),
    coupon_code: couponCode.nullish(),
    language: z.enum(LOCALES, "errors.language").optional(),
  })
  .meta({ id: "QuoteRequest" });
export type QuoteRequest = z.infer<typeof QuoteRequest>;

/** What a booking is made from. Choices only: the server prices; `displayed_total` is what the person saw, and is only compared. */
export const CreateBooking = z
  .strictObject({
    scheduled_crawl_id: z.uuid("errors.departure"),
    number_of_people: people,
    customer: Customer,
    additional_names: z
      .array(
        z
          .string("errors.name")
          .trim()
          .max(80, "errors.tooLong")
          .refine((text) => !CONTROL.test(text), "errors.control"),
      )
      .max(99, "errors.additionalNames")
      .default([]),
    special_requests: z
      .string("errors.specialRequests")
      .trim()
      .max(1000, "errors.tooLong")
      .refine((text) => !CONTROL_BUT_LINES.test(text), "errors.control")
      .default(""),
    currency: z.enum(CURRENCIES, "errors.currency").default("MXN"),
    coupon_code: couponCode.nullish(),
    language: z.enum(LOCALES, "errors.language"),
    agreed_to_terms: z.literal(true, "errors.terms"),
    displayed_total: MoneyShape.optional(),
  })
  .refine((b) => b.additional_names.length < b.number_of_people, {
    path: ["additional_names"],
    error: "errors.additionalNames",
  })
  .meta({ id: "CreateBooking" });
export type CreateBooking = z.infer<typeof CreateBooking>;

/** A price, taxes included. */
export const QuoteShape = z
  .object({
    number_of_people: z.int(),
    price_per_person: MoneyShape,
    regular_price_per_person: MoneyShape,
    subtotal: MoneyShape,
    add_ons: MoneyShape,
    discount: MoneyShape,
    total: MoneyShape,
    coupon_code: z.string().nullable(),
  })
  .meta({ id: "Quote" });
export type QuoteShape = z.infer<typeof QuoteShape>;

/** The answer to a new booking. `access_token` opens the private half of the booking: keep it like a password. */
export const PlacedBooking = z
  .object({
    id: z.uuid(),
    reference: z.string(),
    status: z.enum(["pending", "confirmed", "cancelled"]),
    total: MoneyShape,
    hold_expires_at: z.iso.datetime(),
    access_token: z.string(),
  })
  .meta({ id: "PlacedBooking" });
export type PlacedBooking = z.infer<typeof PlacedBooking>;

/** `expected_refund` names the refund that was shown; cancelling a confirmed booking without it only answers with the quote. */
export const CancelBooking = z.strictObject({ expected_refund: MoneyShape.optional() }).meta({ id: "CancelBooking" });
export type CancelBooking = z.infer<typeof CancelBooking>;

/** What checkout offers: a night, and how many places this browser may take in one booking. */
export type CheckoutOffer = {
  departure_id: string;
  crawl_title: string;
  image: string | null;
  city: string;
  time_zone: string;
  date: string;
  start_time: string;
  end_time: string;
  refund_until: string;
  early_bird: boolean;
  left: number;
  /** the pending booking of this browser for this night, which booking again replaces */
  own_booking: string | null;
};

/** A booking as its page shows it: the public half for everyone with its id, the private half only where `mayOpen` says so. */
export type BookingView = {
  id: string;
  reference: string;
  status: "pending" | "confirmed" | "cancelled";
  cancel_reason: CancelReason | null;
  hold_lives: boolean;
  hold_expires_at: string;
  number_of_people: number;
  total: { amount_minor: number; currency: Currency };
  test: boolean;
  language: "en" | "es";
  night: {
    departure_id: string;
    crawl_title: string;
    image: string | null;
    city: string;
    time_zone: string;
    date: string;
    start_time: string;
    end_time: string;
    starts_at: string;
    ends_at: string;
    meeting_place: string;
    includes: string[];
    refund_until: string;
  };
  private: null | {
    first_name: string;
    last_name: string;
    email: string;
    phone: string;
    country: string;
    additional_names: string[];
    special_requests: string;
    coupon_code: string | null;
    unit_price: number;
    subtotal: number;
    add_ons: number;
    discount: number;
  };
};
