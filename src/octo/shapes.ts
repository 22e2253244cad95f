import { z } from "zod";
import type { OwnReason } from "#src/octo/refusals.ts";
import { NOTIFICATION_NAMES, type NotificationType } from "#src/octo/write-notification.ts";

/** The only option and the only unit: a place, for a person. */
export const OPTION = "DEFAULT";
export const UNIT = "adult";

/** A night is asked for at most so many days at once; OCTO's own limit is a year. */
const MOST_DAYS = 366;
const DAY_MS = 86_400_000;
/** So many can be read; what can be booked is less and is refused as such. */
const MOST_UNITS = 5000;

// PostgreSQL stores no NUL, and UTF-8 has no half characters
const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => !value.includes("\0") && value.isWellFormed());
const id = text(200);
const optional = (most: number) => text(most).nullish();
// near the last four-digit year the day after a day is no day of this shape
const date = z.iso.date().refine((day) => day >= "1900" && day < "9000");
const minutes = z.int().min(1).max(525_600).nullish();

const units = z
  .array(z.object({ id, quantity: z.int().min(0).max(10_000) }))
  .max(50)
  .nullish();

const RANGE = "range" satisfies OwnReason;
const range = (start: string, end: string) =>
  start <= end && (Date.parse(end) - Date.parse(start)) / DAY_MS < MOST_DAYS;

const choice = { productId: id, optionId: id, units, currency: optional(10) };

/** Body of `POST /availability/calendar`. */
export const CalendarBody = z
  .object({ ...choice, localDateStart: date, localDateEnd: date })
  .refine(({ localDateStart, localDateEnd }) => range(localDateStart, localDateEnd), RANGE);
export type CalendarBody = z.output<typeof CalendarBody>;

/** Body of `POST /availability`: two days, or ids; the older text had a single `localDate`. */
export const AvailabilityBody = z
  .object({
    ...choice,
    localDate: date.nullish(),
    localDateStart: date.nullish(),
    localDateEnd: date.nullish(),
    availabilityIds: z.array(id).min(1).max(100).nullish(),
  })
  .transform(({ localDate, localDateStart, localDateEnd, availabilityIds, ...rest }) => ({
    ...rest,
    ids: availabilityIds ?? null,
    from: localDateStart ?? localDate ?? null,
    to: localDateEnd ?? localDate ?? null,
  }))
  .refine(
    ({ ids, from, to }) => (ids === null ? from !== null && to !== null : from === null && to === null),
    "days_or_ids" satisfies OwnReason,
  )
  .refine(({ from, to }) => from === null || to === null || range(from, to), RANGE);
export type AvailabilityBody = z.output<typeof AvailabilityBody>;

const contact = z.object({
  fullName: optional(200),
  firstName: optional(100),
  lastName: optional(100),
  emailAddress: z.email().max(254).nullish(),
  phoneNumber: optional(50),
  locales: z.array(text(35)).max(20).nullish(),
  postalCode: optional(20),
  country: optional(60),
  notes: optional(2000),
});
export type ContactBody = z.output<typeof contact>;

const uuid = z.guid().transform((value) => value.toLowerCase());
const unitItems = z
  .array(
    z.object({
      uuid: uuid.nullish(),
      unitId: id,
      resellerReference: optional(200),
      contact: contact.nullish(),
    }),
  )
  .max(MOST_UNITS)
  .nullish();
export type UnitItems = NonNullable<z.output<typeof unitItems>>;

/** Body of `POST /bookings`. Without people it is well-formed and not possible. */
export const ReserveBody = z.object({
  uuid: uuid.nullish(),
  productId: id,
  optionId: id,
  availabilityId: id.nullish(),
  expirationMinutes: minutes,
  notes: optional(2000),
  resellerReference: optional(200),
  unitItems,
  contact: contact.nullish(),
  currency: optional(10),
});
export type ReserveBody = z.output<typeof ReserveBody>;

/** Body of `POST /bookings/{uuid}/confirm`; people that are named are all of them. */
export const ConfirmBody = z.object({
  emailReceipt: z.boolean().nullish(),
  resellerReference: optional(200),
  contact,
  unitItems,
});
export type ConfirmBody = z.output<typeof ConfirmBody>;

/** Body of `PATCH /bookings/{uuid}`. */
export const ChangeBody = z.object({
  resellerReference: optional(200),
  productId: id.nullish(),
  optionId: id.nullish(),
  availabilityId: id.nullish(),
  expirationMinutes: minutes,
  notes: optional(2000),
  // whether the guest is written to is said when it is confirmed
  emailReceipt: z.literal(false).nullish(),
  unitItems,
  contact: contact.nullish(),
});
export type ChangeBody = z.output<typeof ChangeBody>;

/** Body of `POST /bookings/{uuid}/extend`. */
export const ExtendBody = z.object({ expirationMinutes: minutes });
export type ExtendBody = z.output<typeof ExtendBody>;

/** Body of `POST /bookings/{uuid}/cancel`. */
export const CancelBody = z.object({ reason: optional(500), force: z.boolean().nullish() });
export type CancelBody = z.output<typeof CancelBody>;

const headers = z.record(text(60), text(2000));
const notificationTypes = z.array(z.enum(NOTIFICATION_NAMES as [NotificationType, ...NotificationType[]])).max(20);

/** Body of `POST /notifications/subscriptions`. */
export const SubscribeBody = z.object({ url: text(500), notificationTypes, headers: headers.nullish() });
export type SubscribeBody = z.output<typeof SubscribeBody>;

/** Body of `PATCH /notifications/subscriptions/{id}`: what it names is changed; headers that are named are all of them. */
export const ResubscribeBody = SubscribeBody.partial();

/** Query of `GET /bookings`: at least one filter; two days go together. */
export const BookingsQuery = z
  .object({
    resellerReference: text(200).optional(),
    supplierReference: text(200).optional(),
    localDate: date.optional(),
    localDateStart: date.optional(),
    localDateEnd: date.optional(),
    productId: id.optional(),
    optionId: id.optional(),
  })
  .refine(
    (query) => Object.values(query).some((value) => value !== undefined && value !== ""),
    "no_filter" satisfies OwnReason,
  )
  .refine(
    ({ localDateStart: from, localDateEnd: to }) => (from === undefined) === (to === undefined),
    "both_days" satisfies OwnReason,
  )
  .refine(({ localDateStart: from = "", localDateEnd: to = from }) => from <= to, RANGE);
export type BookingsQuery = z.output<typeof BookingsQuery>;
