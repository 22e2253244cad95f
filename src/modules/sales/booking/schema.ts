import { EmailCode, statedMoney } from "#src/modules/money/payments/schema.ts";
import { z } from "zod";
import { dayShape } from "#src/kernel/day-shape.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { isPhone, toPhone } from "#src/kernel/phone.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import { COUNTRIES, OTHER_COUNTRY } from "#src/kernel/countries.ts";
import { daysInOrder } from "#src/modules/sales/schedule/schema.ts";
import { PriceRuleShape } from "#src/modules/sales/price-rules/schema.ts";
import { MoneyShape } from "#src/modules/site/catalog/schema.ts";
import { ChosenAddOns } from "#src/modules/sales/booking/rules/chosen-add-ons.ts";

// Every message is a message id, so that form and API say the same in the reader's language.

const name = (required: string) =>
  z.string({ error: required }).overwrite(toOneLine).min(1, required).max(80, "errors.tooLong");

const Customer = z.strictObject({
  first_name: name("errors.firstName"),
  last_name: z
    .union([z.literal(""), name("errors.lastName")], "errors.lastName")
    .describe("an empty text where the person has one name only"),
  email: z
    .string({ error: "errors.email" })
    .overwrite(toOneLine)
    .max(254, "errors.email")
    .pipe(z.email("errors.email")),
  phone: z.string({ error: "errors.phone" }).overwrite(toPhone).refine(isPhone, "errors.phone"),
  country: z.enum([...COUNTRIES, OTHER_COUNTRY], "errors.country"),
});

/** How the guest who booked can be reached, as they correct it themselves. */
export const Contact = Customer.omit({ country: true });
export type Contact = z.infer<typeof Contact>;

/**
 * The same of one booking: what it lacks may go on missing (staff made it with an email or a phone alone, or its guest has one name),
 * and nothing else may be emptied.
 */
export const contactFor = (own: Pick<Contact, "last_name" | "email" | "phone">) =>
  Contact.extend({
    last_name: own.last_name === "" ? Contact.shape.last_name : name("errors.lastName"),
    email: own.email === "" ? z.union([z.literal(""), Contact.shape.email], "errors.email") : Contact.shape.email,
    phone: own.phone === "" ? z.union([z.literal(""), Contact.shape.phone], "errors.phone") : Contact.shape.phone,
  });

/** So many people one booking may be for, whoever books. */
export const MOST_BOOKED = 100;
const people = z.int("errors.people").min(1, "errors.people").max(MOST_BOOKED, "errors.people");
const couponCode = z.string("errors.coupon").overwrite(toOneLine).max(50, "errors.coupon");
const addOns = ChosenAddOns.optional().describe(
  "what is bought beside the places, each once (`/api/scheduled-crawls/{id}/add-ons`)",
);
const pricePromise = z
  .string("errors.invalid")
  .max(4000, "errors.invalid")
  .describe(
    "that of the quote that was shown: for half an hour it keeps the price rule of that quote; ignored where it is none",
  );
const referral = z
  .string("errors.invalid")
  .max(300, "errors.invalid")
  .nullish()
  .describe(
    "what the guest's browser remembers of the last partner link or QR code, as a checkout's address says it in `via`: `CODE~QR~time~l`, the time in seconds since 1970 in base 36, then `l` for a link, `q` for a QR code, `w` for a widget; 30 days old at most, ignored where it is none",
  );
export const QuoteRequest = z
  .strictObject({
    scheduled_crawl_id: z.uuid("errors.departure"),
    number_of_people: people,
    currency: z.enum(CURRENCIES, "errors.currency").default("MXN"),
    coupon_code: couponCode.nullish(),
    add_ons: addOns,
    price_promise: pricePromise.nullish(),
    referral,
    language: z.enum(LOCALES, "errors.language").optional(),
  })
  .meta({ id: "QuoteRequest" });
export type QuoteRequest = z.infer<typeof QuoteRequest>;

/** A choice with the coupon that is asked about. */
export const CouponCheck = z
  .strictObject({ ...QuoteRequest.shape, coupon_code: couponCode })
  .meta({ id: "CouponCheck" });

/** The input of a booking. Choices only: the server sets prices; `displayed_total` is what the guest saw and is only compared. */
export const CreateBooking = z
  .strictObject({
    scheduled_crawl_id: z.uuid("errors.departure"),
    number_of_people: people,
    customer: Customer,
    additional_names: z
      .array(z.string("errors.name").overwrite(toOneLine).max(80, "errors.tooLong"))
      .max(99, "errors.additionalNames")
      .default([]),
    special_requests: z.string("errors.specialRequests").overwrite(toPlainText).max(1000, "errors.tooLong").default(""),
    currency: z.enum(CURRENCIES, "errors.currency").default("MXN"),
    coupon_code: couponCode.nullish(),
    price_promise: pricePromise.nullish(),
    partner_code: z
      .string("errors.partner_code")
      .overwrite(toOneLine)
      .max(64, "errors.partner_code")
      .nullish()
      .describe("the code of the partner who sent the guest, as the guest typed it; changes no price"),
    referral,
    language: z.enum(LOCALES, "errors.language"),
    add_ons: addOns,
    agreed_to_terms: z
      .literal(true, "errors.terms")
      .describe("to the terms and the privacy policy that the site publishes now: the booking keeps their versions"),
    displayed_total: statedMoney.optional(),
    email_code: EmailCode.optional().describe(
      "the six digits emailed to `customer.email`, where the answer was `email_code_needed`",
    ),
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
    in_pesos: MoneyShape.nullable().describe("the total in Mexican pesos; null where it is in pesos"),
    coupon_code: z.string().nullable(),
    unused_coupon_code: z
      .string()
      .nullable()
      .describe("a valid code that lowers nothing, because the price rule costs less"),
    price_rule: PriceRuleShape.nullable().describe("what makes `price_per_person` lower; null where no rule does"),
    price_promise: z
      .string()
      .nullable()
      .describe("sent back with the booking, it keeps `price_rule` for half an hour; null without one"),
  })
  .meta({ id: "Quote" });
export type QuoteShape = z.infer<typeof QuoteShape>;

/** For whom add-ons are listed. */
export const AddOnFilter = z.strictObject({
  number_of_people: z.coerce.number("errors.people").pipe(people).default(1),
  currency: z.enum(CURRENCIES, "errors.currency").default("MXN"),
});

/** An add-on that may be bought with places of a night. */
export const OfferedAddOn = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    picture: z.string().nullable(),
    price: MoneyShape.describe("of one"),
    most: z.int().describe("how many a booking of so many people may have, and are left; 0: sold out"),
    left: z.int().nullable().describe("how many are left on this night; null where there is no limit"),
  })
  .meta({ id: "AddOn" });
export type OfferedAddOn = z.infer<typeof OfferedAddOn>;

/** What a booking has of an add-on. */
export const BookedAddOnShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    picture: z.string().nullable(),
    quantity: z.int(),
    amount: MoneyShape.describe("of all of them"),
    handed_out: z.int().describe("how many of them the guest has already got"),
  })
  .meta({ id: "BookedAddOn" });
export type BookedAddOnView = z.infer<typeof BookedAddOnShape>;

/**
 * An add-on that a booking may have more or fewer of: `has` now, `most` at most; `left` for it and others, where there is a limit.
 * `price` is null where it isn't offered anymore.
 */
export type BookableAddOn = Omit<OfferedAddOn, "price"> & {
  price: OfferedAddOn["price"] | null;
  has: number;
  handed_out: number;
};

/** The response to a new booking. `access_token` opens the booking's private half: treat it as a password. */
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

/** `expected_refund` is the refund that was shown; cancelling a confirmed booking without it only returns the quote. */
export const CancelBooking = z
  .strictObject({
    expected_refund: statedMoney.optional(),
    expected_credit: statedMoney.optional().describe("what comes back as credit; refused when it is another amount"),
    expected_version: z.int("errors.invalid").optional().describe("refused when the booking has changed since"),
  })
  .meta({ id: "CancelBooking" });
export type CancelBooking = z.infer<typeof CancelBooking>;

const guestName = z.string("errors.name").overwrite(toOneLine).max(80, "errors.tooLong");

/** How many of some add-ons a booking is to have, in all. */
export const AddOnWish = z
  .array(z.strictObject({ id: z.uuid("errors.add_on_unknown"), quantity: z.int("errors.addOns").min(0).max(1000) }))
  .min(1, "errors.add_ons_same")
  .max(50, "errors.add_on_unknown")
  .refine((wish) => new Set(wish.map(({ id }) => id)).size === wish.length, "errors.add_on_unknown");

/**
 * A change of a confirmed booking: another date, more people (a name each, possibly empty) or fewer (by ticket position), or other
 * add-ons (how many it has afterward, of those that change).
 */
export const Change = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("date"), departure_id: z.uuid("errors.departure") }),
  z.strictObject({
    kind: z.literal("add"),
    names: z.array(guestName).min(1, "errors.people").max(99, "errors.people"),
  }),
  z.strictObject({
    kind: z.literal("remove"),
    positions: z
      .array(z.int("errors.guest_not_found"))
      .min(1, "errors.chooseGuests")
      .max(99, "errors.people")
      .refine((positions) => new Set(positions).size === positions.length, "errors.guest_not_found"),
  }),
  z.strictObject({ kind: z.literal("add_ons"), add_ons: AddOnWish }),
]);
export type Change = z.infer<typeof Change>;

/** A booking as shown by its page and the API: the public half for anyone with its id, the private half with access. */
export const BookingShape = z.object({
  id: z.uuid(),
  reference: z.string(),
  version: z.int().describe("grows with every change"),
  status: z.enum(["pending", "confirmed", "cancelled"]),
  confirmed_at: z.iso.datetime().nullable(),
  cancel_reason: z
    .enum(["expired", "replaced", "payment_cancelled", "customer", "admin", "departure_cancelled"])
    .nullable(),
  hold_lives: z.boolean().describe("whether an unpaid booking still has its places"),
  hold_expires_at: z.iso.datetime(),
  kept_for: z
    .enum(["bank", "by_hand"])
    .nullable()
    .describe(
      "why an unpaid booking keeps its places for longer: a bank is still paying, or the person pays us directly",
    ),
  number_of_people: z.int(),
  total: MoneyShape,
  in_pesos: MoneyShape.nullable().describe(
    "the total in Mexican pesos, at the rate of the sale; null where it is in pesos",
  ),
  test: z.boolean().describe("paid in practice: no real money"),
  language: z.enum(LOCALES),
  departure: z.object({
    departure_id: z.uuid(),
    crawl_title: z.string(),
    image: z.string().nullable(),
    city: z.string(),
    time_zone: z.string(),
    date: z.string().describe("local service date, YYYY-MM-DD"),
    start_time: z.string().describe("local, HH:MM"),
    end_time: z.string().describe("local, HH:MM"),
    starts_at: z.iso.datetime(),
    ends_at: z.iso.datetime(),
    meeting_place: z.string().describe("the crawl's, else the city's; empty until one is known"),
    map_url: z.string().nullable().describe("a map of the meeting place; null where there is no place"),
    includes: z.array(z.string()),
    refund_until: z.iso.datetime().describe("last instant at which cancelling gives everything back"),
  }),
  private: z
    .object({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      phone: z.string(),
      country: z.string(),
      additional_names: z.array(z.string()),
      special_requests: z.string(),
      coupon_code: z.string().nullable(),
      unit_price: z.int().describe("minor units of `total.currency`, as are the following"),
      regular_unit_price: z.int().nullable().describe("without the reduction; null where there is none"),
      early_bird: z.boolean().describe("what a reduction is called without a rule: early bird, else a sale"),
      price_rule: z
        .object({ name: z.string(), name_es: z.string() })
        .nullable()
        .describe("the rule that made the reduction when it was booked; null where none did"),
      subtotal: z.int(),
      add_ons: z.int(),
      bought: z.array(BookedAddOnShape).describe("the add-ons that `add_ons` is the price of"),
      discount: z.int(),
    })
    .nullable()
    .describe("null without access"),
});
export type BookingView = z.infer<typeof BookingShape>;

const day = dayShape("errors.date");

const BookingFields = z.strictObject({
  date_from: day.optional().describe("first local date of the night"),
  date_to: day.optional().describe("last local date of the night"),
  status: z.enum(["pending", "confirmed", "cancelled"], "errors.invalid").optional(),
  reference: z
    .string("errors.invalid")
    .overwrite(toOneLine)
    .max(40, "errors.tooLong")
    .optional()
    .describe("of one booking, for example RND-7K2M4P"),
  updated_since: z.iso
    .datetime({ offset: true, error: "errors.instant" })
    .optional()
    .describe(
      "placed, confirmed, changed (its night, people, add-ons or contact) or cancelled at this instant or later, or within a minute before",
    ),
  cursor: z
    .string("errors.invalid")
    .regex(/^[\w-]{1,100}$/, "errors.invalid")
    .optional()
    .describe("`next_cursor` of the page before"),
  limit: z.coerce
    .number("errors.page_size")
    .int("errors.page_size")
    .min(1, "errors.page_size")
    .max(200, "errors.page_size")
    .default(50),
});

/** Which bookings a program lists, and from where on. */
export const BookingFilter = daysInOrder(BookingFields, ["date_from", "date_to"]);
export type BookingFilter = z.infer<typeof BookingFilter>;

const instant = z.iso.datetime().nullable();

/** A booking in a program's list: what it is, of which night, and whose. */
export const ListedBookingShape = z
  .object({
    id: z.uuid(),
    reference: z.string(),
    version: z.int().describe("grows with every change"),
    status: z.enum(["pending", "confirmed", "cancelled"]),
    cancel_reason: z.string().nullable(),
    created_at: z.iso.datetime(),
    confirmed_at: instant,
    cancelled_at: instant,
    number_of_people: z.int(),
    total: MoneyShape,
    test: z.boolean().describe("paid in practice: no real money"),
    language: z.enum(LOCALES),
    source: z
      .string()
      .describe(
        "where it was sold: `web` (the site, or the API), `desk`, `reseller`, `door`, `admin` (by staff); `assistant` while one holds it for a guest",
      ),
    partner_id: z.uuid().nullable().describe("the partner that it is credited to"),
    customer: z.object({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      phone: z.string(),
      country: z.string(),
    }),
    night: z.object({
      departure_id: z.uuid(),
      crawl_id: z.uuid(),
      crawl_title: z.string(),
      city_id: z.string(),
      date: z.string().describe("local service date, YYYY-MM-DD"),
      start_time: z.string().describe("local, HH:MM"),
      end_time: z.string().describe("local, HH:MM"),
      starts_at: z.iso.datetime(),
    }),
  })
  .meta({ id: "ListedBooking" });
export type ListedBooking = z.infer<typeof ListedBookingShape>;

export const BookingPageShape = z
  .object({
    bookings: z.array(ListedBookingShape),
    next_cursor: z.string().nullable().describe("leads to the next page; null on the last one"),
  })
  .meta({ id: "BookingPage" });

/** The response to a cancellation: the refund, to the original payment method. */
export const CancelledBooking = z
  .object({ id: z.uuid(), status: z.literal("cancelled"), refund: MoneyShape, credit: MoneyShape })
  .meta({ id: "CancelledBooking" });

/** An add-on that a change concerns: how many the booking has of it before and after. */
export type ChangedAddOn = { name: string; name_es: string | null; before: number; after: number };

type ChangeSide = { people: number; date: string; start_time: string; end_time: string; total: MoneyShape };

const ChangeSideShape = z.object({
  people: z.int(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  total: MoneyShape,
});

/** A change as it is asked for by a program, and the quote that it accepts; without one it only learns what the change costs. */
export const AskedChange = z
  .strictObject({
    change: Change,
    accept: z
      .strictObject({ version: z.int("errors.invalid"), difference: statedMoney })
      .optional()
      .describe("`version` and `difference` of the quote that is accepted; without it nothing changes"),
  })
  .meta({ id: "ChangeBooking" });

/** What a change costs, and what became of it. */
export const ChangeOutcomeShape = z
  .object({
    state: z
      .enum(["quoted", "applied", "to_pay"])
      .describe(
        "`quoted`: nothing changed yet · `applied`: done · `to_pay`: its places are held until the difference is paid",
      ),
    change_id: z.uuid().nullable().describe("the change that is to be paid; null otherwise"),
    quote: z
      .object({
        version: z.int(),
        before: ChangeSideShape,
        after: ChangeSideShape,
        difference: MoneyShape.describe("to be paid where it is above 0, refunded where it is below"),
        refund_until: z.iso.datetime().describe("last instant of a full refund afterward"),
      })
      .nullable()
      .describe("null once it was accepted"),
  })
  .meta({ id: "ChangeOutcome" });

/** A change's quote: before and after, the difference to pay (> 0) or refunded (< 0), and the refund deadline afterward. */
export type ChangeQuote = {
  version: number;
  before: ChangeSide;
  after: ChangeSide;
  difference: MoneyShape;
  refund_until: string;
  coupon_code: string | null;
  /** the add-ons that change; none in other changes */
  add_ons: readonly ChangedAddOn[];
};

/** A departure a booking could be moved to; `left` is null where the site hides seat counts. */
export type DateToMoveTo = {
  departure_id: string;
  crawl_id: string;
  date: string;
  start_time: string;
  end_time: string;
  left: number | null;
  difference: MoneyShape;
};

/** A change pending payment, and until when its seats are held. */
export type OpenChange = {
  id: string;
  kind: Change["kind"];
  quote: Omit<ChangeQuote, "version">;
  hold_expires_at: string;
};

/** What checkout offers: a departure, and how many seats this browser may book at once. */
export type CheckoutOffer = {
  departure_id: string;
  crawl_id: string;
  crawl_title: string;
  image: string | null;
  city: string;
  time_zone: string;
  date: string;
  start_time: string;
  end_time: string;
  starts_at: string;
  refund_until: string;
  /** whether cancelling would still be refunded */
  refundable: boolean;
  early_bird: boolean;
  left: number;
  /** this browser's pending booking for this departure, which a new booking replaces */
  own_booking: string | null;
};

/** A friends' table as whoever started it sees it. */
export type OwnTable = {
  /** the address that friends open */
  link: string;
  places: number;
  deadline: string;
  is_open: boolean;
  /** who has paid, by first name, in that order; the name is empty once their data is deleted */
  friends: { name: string; people: number }[];
  paid: number;
  /** places that somebody is about to pay for */
  paying: number;
  /** places of an open one that friends can still take */
  missing: number;
};

/** What staff see of a table: whose it is, and how many of its places are paid. */
export type ShownTable = { booking_id: string; organiser: string; places: number; paid: number; is_open: boolean };

/**
 * A friends' table as its link shows it: `open` with places left, `full` where others have taken them for now, `over` where its time
 * is, `off` where the night can't be booked.
 */
export type JoinedTable = {
  code: string;
  state: "open" | "full" | "over" | "off";
  organiser: string;
  deadline: string;
  left: number;
  night: Pick<
    CheckoutOffer,
    "departure_id" | "crawl_title" | "image" | "city" | "time_zone" | "date" | "start_time" | "end_time"
  >;
  /** of one person; null where the night can't be booked */
  price: MoneyShape | null;
  /** how many places guests can book without the table */
  on_sale: number;
};

/** A booking in its owner's list: the card's content, and where to book the same again. */
export type MyBooking = Pick<
  BookingView,
  | "id"
  | "reference"
  | "status"
  | "cancel_reason"
  | "hold_lives"
  | "hold_expires_at"
  | "kept_for"
  | "number_of_people"
  | "total"
  | "test"
> & {
  /** left on the hold, by the server's clock */
  seconds_left: number;
  departure: Pick<
    BookingView["departure"],
    | "departure_id"
    | "crawl_title"
    | "image"
    | "city"
    | "time_zone"
    | "date"
    | "start_time"
    | "end_time"
    | "meeting_place"
    | "map_url"
  >;
  /** whether the departure is over */
  over: boolean;
  /** whether the departure still sells seats */
  on_sale: boolean;
  /** whether a change of it is pending payment */
  change_waits: boolean;
  /** page of the crawl, null when no longer public */
  crawl_path: string | null;
  starts_at: Date;
};
