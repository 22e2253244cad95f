import { z } from "zod";
import { dayShape } from "#src/kernel/day-shape.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { CURRENCIES, type Currency, type Money } from "#src/kernel/money.ts";
import { optionalAmountField } from "#src/locales/amount-field.ts";
import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import type { SetPrices } from "#src/modules/site/catalog/rules/price.ts";
import type { Unseen } from "#src/modules/site/catalog/rules/visible.ts";
import { MoneyShape, type PubCrawl } from "#src/modules/site/catalog/schema.ts";
import type { DepartureState } from "#src/modules/sales/schedule/rules/departure-state.ts";
import { PriceRuleShape } from "#src/modules/sales/price-rules/schema.ts";
import { MOST_DATES, RECURRENCES, type Recurrence } from "#src/modules/sales/schedule/rules/recurrence.ts";

const date = dayShape("errors.date");

/** Two local dates, either of which may be left out. */
export const DAYS = {
  from: date.optional().describe("first local date"),
  to: date.optional().describe("last local date"),
};

/**
 * A shape with `DAYS`, or with two days by other names, that refuses the last one before the first: an empty list would say that there is
 * nothing.
 */
export const daysInOrder = <Shape extends z.ZodType<Record<string, unknown>>>(
  shape: Shape,
  [first, last]: readonly [string, string] = ["from", "to"],
): Shape =>
  shape.refine(
    (fields) => {
      const [from = "", to = from] = [first, last].map((name) => fields[name] as string | undefined);
      return from <= to;
    },
    { error: "errors.days_order", path: [last] },
  );

/** Departures to list: of one crawl or the calendar's, between two local dates, priced in a currency. */
export const DepartureFilter = daysInOrder(
  z.strictObject({
    crawl_id: z.uuid("errors.crawl").optional().describe("only this pub crawl; else the calendar's"),
    ...DAYS,
    currency: z.enum(CURRENCIES, "errors.currency").default("MXN").describe("of `price_per_person`"),
  }),
);
export type DepartureFilter = z.input<typeof DepartureFilter>;

/** A departure in the API and the calendar. Field names are the table's columns; hidden figures are null. */
export const Departure = z
  .object({
    id: z.uuid(),
    crawl_id: z.uuid(),
    city_id: z.string().describe("the city of its pub crawl, also where that is hidden"),
    date: z.string().describe("local service date, YYYY-MM-DD"),
    start_time: z.string().describe("local, HH:MM"),
    end_time: z.string().describe("local, HH:MM; on the next day when not after start_time"),
    starts_at: z.iso.datetime(),
    status: z.literal("scheduled"),
    total_spots: z.int().nullable().describe("null where settings hide it"),
    available_spots: z.int().nullable().describe("null where settings hide it"),
    recurrence_type: z.string().nullable(),
    recurrence_occurrences: z.int().nullable(),
    series_id: z.uuid().nullable(),
    price: z.int().nullable().describe("minor units per person of the crawl's currency; null: the crawl's price"),
    sale_price: z.int().nullable(),
    hide_total_spots: z.boolean(),
    bookings_disabled: z.boolean(),
    early_bird_sale: z.boolean(),
    external_booking_link: z.string().nullable(),
    is_available: z.boolean().describe("whether a place can be booked now"),
    availability_level: z.enum(["low", "medium", "high", "none"]),
    limited_availability: z.boolean(),
    price_per_person: MoneyShape.describe(
      "what one place costs now, in the currency asked for, for a party of any size",
    ),
    regular_price_per_person: MoneyShape,
    base_price_per_person: MoneyShape.describe("what one place costs now, in the crawl's own currency"),
    on_sale: z.boolean(),
    price_rule: PriceRuleShape.nullable().describe("what makes `price_per_person` lower; null where no rule does"),
    party_prices: z
      .array(
        z.object({
          people_from: z.int().describe("the price of parties from this size on, up to the next one's"),
          price_per_person: MoneyShape,
          price_rule: PriceRuleShape.nullable(),
        }),
      )
      .describe("where the price depends on the size of the party, by size; empty elsewhere"),
  })
  .meta({ id: "ScheduledCrawl" });
export type Departure = z.infer<typeof Departure>;

/** A night as a reseller may sell it; `vacancies` are places that anybody may take now, `is_open` says whether they are on sale; one that isn't sold here is a group's own, or is booked elsewhere. */
export type ResaleNight = {
  id: string;
  crawl_id: string;
  date: string;
  starts_at: Date;
  ends_at: Date;
  sales_close_at: Date;
  time_zone: string;
  capacity: number;
  vacancies: number;
  is_open: boolean;
  is_sold_here: boolean;
  /** of one place */
  price: Money;
  /** the same without sale and rules */
  regular: Money;
};

/** A crawl card's offer. */
export type CrawlOffer = {
  /** The first bookable departure. */
  next: Pick<Departure, "date" | "start_time">;
  /** The lowest seat price among bookable departures, and that departure's price without its sale. */
  from: Departure["price_per_person"];
  regular: Departure["price_per_person"];
  onSale: boolean;
  /** Whether other departures cost more. */
  varies: boolean;
};

/** A crawl's card; no offer while nothing is bookable. */
export type CrawlCard = Pick<PubCrawl, "slug" | "title" | "city_name" | "image" | "duration" | "group_size"> & {
  offer: CrawlOffer | null;
  /** Local date of the city, YYYY-MM-DD. */
  today: string;
};

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A local date as entered; messages from the spec (section 5). */
const dateField = z
  .string({ error: "schedule-admin.error.date" })
  .overwrite(toOneLine)
  .min(1, "schedule-admin.error.date")
  .refine((text) => date.safeParse(text).success, "schedule-admin.error.dateFormat");

const timeField = (required: string) =>
  z.string({ error: required }).overwrite(toOneLine).min(1, required).regex(TIME, "schedule-admin.error.time");

const pricesField = z
  .partialRecord(z.enum(CURRENCIES), optionalAmountField)
  .transform((prices): SetPrices => Object.fromEntries(Object.entries(prices).filter(([, amount]) => amount !== null)));

const ticked = z.string().transform((value) => value === "on");

const seats = z
  .string()
  .overwrite(toOneLine)
  .regex(/^\d{1,5}$/, "schedule-admin.error.seats")
  .transform(Number)
  .refine((count) => count <= 10_000, "schedule-admin.error.seats");

const link = z
  .string()
  .overwrite(toOneLine)
  .max(2000, "schedule-admin.error.link")
  .transform((text) => (text === "" ? null : text))
  .refine(
    (text) => text === null || z.url({ protocol: /^https?$/ }).safeParse(text).success,
    "schedule-admin.error.link",
  );

const terms = {
  start_time: timeField("schedule-admin.error.startTime"),
  end_time: timeField("schedule-admin.error.endTime"),
  total_spots: seats,
  price: optionalAmountField,
  prices: pricesField,
  sale_price: optionalAmountField,
  sale_prices: pricesField,
  early_bird_sale: ticked,
  hide_total_spots: ticked,
  bookings_disabled: ticked,
  external_booking_link: link,
};

type Priced = { price: number | null; prices: SetPrices; sale_price: number | null; sale_prices: SetPrices };

/** Refuses a sale price that isn't below the price: the site wouldn't show it (spec section 5). */
function saleFieldErrors({ price, prices, sale_price, sale_prices }: Priced): (string | number)[][] {
  const dear = (sale: number | null | undefined, regular: number | null | undefined) =>
    sale !== null && sale !== undefined && (sale === 0 || (typeof regular === "number" && sale >= regular));
  return [
    ...(dear(sale_price, price) ? [["sale_price"]] : []),
    ...CURRENCIES.filter((currency) => dear(sale_prices[currency], prices[currency])).map((c) => ["sale_prices", c]),
  ];
}

function checkTerms(value: Priced & { start_time?: string; end_time?: string }, ctx: z.RefinementCtx): void {
  for (const path of saleFieldErrors(value))
    ctx.addIssue({ code: "custom", path, message: "schedule-admin.error.sale" });
  if (value.start_time !== undefined && value.start_time === value.end_time)
    ctx.addIssue({ code: "custom", path: ["end_time"], message: "schedule-admin.error.sameTime" });
}

/**
 * A departure's editable terms, without its crawl: the edit form. Amounts in minor units of the crawl's currency, or of the named
 * one.
 */
export const EditDeparture = z.object({ date: dateField, ...terms }).superRefine(checkTerms);
export type DepartureTerms = z.output<typeof EditDeparture>;

export const CreateDeparture = z
  .object({ crawl_id: z.uuid("schedule-admin.error.crawl"), date: dateField, ...terms })
  .superRefine(checkTerms);

const whole = (max: number, message: string) =>
  z
    .string()
    .overwrite(toOneLine)
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((count) => count >= 1 && count <= max, message);

const recurrence = {
  type: z.enum(RECURRENCES),
  every: whole(52, "schedule-admin.error.every"),
  weekdays: z.array(
    z
      .string()
      .regex(/^[0-6]$/)
      .transform(Number),
  ),
  ending: z.enum(["count", "until"]),
  count: z.string(),
  until: z.string(),
  skip: z.array(z.string()),
};

/** The series form: the first departure and its recurrence; `skip` are manually excluded dates. */
export const CreateSeries = z
  .object({ crawl_id: z.uuid("schedule-admin.error.crawl"), date: dateField, ...terms, ...recurrence })
  .superRefine(checkTerms)
  .superRefine((value, ctx) => {
    const end = value.ending === "count" ? whole(MOST_DATES, "schedule-admin.error.count") : dateField;
    const found = end.safeParse(value[value.ending]);
    for (const { message } of found.error?.issues.slice(0, 1) ?? [])
      ctx.addIssue({ code: "custom", path: [value.ending], message });
    if (value.ending === "until" && found.success && value.until.trim() < value.date)
      ctx.addIssue({ code: "custom", path: ["until"], message: "schedule-admin.error.until" });
    if (value.type === "weekly" && value.weekdays.length === 0)
      ctx.addIssue({ code: "custom", path: ["weekdays"], message: "schedule-admin.error.weekdays" });
  })
  .transform(({ type, every, weekdays, ending, count, until, skip, crawl_id, ...first }) => ({
    crawl_id,
    terms: first,
    skip,
    recurrence: {
      type,
      every,
      weekdays,
      first: first.date,
      ends: ending === "count" ? { count: Number(count) } : { until: until.trim() },
    } satisfies Recurrence,
  }));
export type CreateSeries = z.output<typeof CreateSeries>;

/** A bulk edit: only the given fields change; a price replaces those of all currencies. */
export const BulkEdit = z
  .object({
    ids: z.array(z.uuid()).min(1, "schedule-admin.error.nothingChosen").max(MOST_DATES, "schedule-admin.error.tooMany"),
    price: z.object({ price: optionalAmountField, prices: pricesField }).optional(),
    sale: z.object({ sale_price: optionalAmountField, sale_prices: pricesField }).optional(),
    total_spots: seats.optional(),
    bookings_disabled: z.enum(["yes", "no"]).optional(),
    hide_total_spots: z.enum(["yes", "no"]).optional(),
  })
  .transform(({ ids, price, sale, total_spots, bookings_disabled, hide_total_spots }) => ({
    ids,
    patch: {
      ...price,
      ...sale,
      ...(total_spots === undefined ? {} : { total_spots }),
      ...(bookings_disabled ? { bookings_disabled: bookings_disabled === "yes" } : {}),
      ...(hide_total_spots ? { hide_total_spots: hide_total_spots === "yes" } : {}),
    } satisfies Partial<DepartureTerms>,
  }))
  .refine(({ patch }) => Object.keys(patch).length > 0, {
    path: ["patch"],
    message: "schedule-admin.error.nothingChanged",
  });

export const DuplicateDeparture = z.object({ id: z.uuid(), date: dateField });

/** A departure that can't be booked, and those of its city that can. */
export type Instead = {
  id: string;
  title: string;
  city: string;
  date: string;
  /** Local date of the city, YYYY-MM-DD. */
  today: string;
  nights: (Pick<Departure, "id" | "date" | "start_time" | "price_per_person" | "external_booking_link"> & {
    /** Named where it differs from the departure's. */
    crawl: string | null;
  })[];
};

/** A crawl in the admin schedule. */
export type AdminCrawl = {
  id: string;
  title: string;
  short_title: string;
  city_id: string;
  city_name: string;
  time_zone: string;
  price: number | null;
  prices: SetPrices;
  currency: Currency;
  /** Why guests don't see it; null where they do. */
  unseen: Unseen | null;
  /** Existing departures are still shown; no new ones can be created. */
  is_deleted: boolean;
  colour: CrawlColour;
  /** ISO instant. */
  created_at: string;
};

/** A departure in the admin calendar. `confirmed`, `held` and `free` are seats. */
export type AdminDeparture = {
  id: string;
  crawl_id: string;
  date: string;
  start_time: string;
  end_time: string;
  total_spots: number;
  price: number | null;
  sale_price: number | null;
  series_id: string | null;
  bookings: number;
  confirmed: number;
  held: number;
  free: number;
  state: DepartureState;
};
