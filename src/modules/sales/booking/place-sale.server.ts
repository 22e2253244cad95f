import { NOT_ASKED } from "#src/kernel/countries.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import { fail } from "#src/kernel/result.ts";
import type { Credit } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import type { Seller } from "#src/modules/sales/booking/rules/seller.ts";
import { MOST_UNPAID_OF_SELLER } from "#src/modules/sales/booking/rules/unpaid.ts";
import type { CreateBooking } from "#src/modules/sales/booking/schema.ts";
import { numberWalkIn } from "#src/modules/sales/booking/store/walk-ins.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

/** A sale made face to face with its guests, as its form has it. `expected`: the total that was shown, in minor units of `currency`. */
type CounterSale = {
  departure_id: string;
  people: number;
  name: string;
  email: string;
  phone?: string;
  language: Locale;
  currency: Currency;
  expected: number | null;
  add_ons?: CreateBooking["add_ons"];
};

/** Who sells: `seller` and `credit` as in `placeBooking`. */
type Counter = {
  seller: Exclude<Seller, { kind: "guest" | "list" | "friend" | "assistant" }>;
  credit?: Credit;
  /** locks the seller and counts the people for whom its unpaid sales hold places; null where that has no end */
  unpaid: ((on: Statements) => Promise<number>) | null;
  /** what a guest without a name is called, in every language: they get the next number of their night */
  walkIns?: readonly string[] | undefined;
  /** notes the sale, in the transaction that takes its places */
  write: (on: Statements, bookingId: string) => Promise<void>;
};

/**
 * Takes the places of a sale at a counter: of staff at the door, or of a partner's desk (docs/decisions/178). It is paid by
 * `recordTaken`, or by the guests on their own phone. The caller checks permissions. `key` names the counter and its sale, and makes
 * it idempotent. Refusals: unpaid_sales {left: people}, and those of `placeBooking`.
 */
export async function placeSale(
  ctx: Context,
  sale: CounterSale,
  key: string,
  { unpaid, walkIns, write: note, ...by }: Counter,
) {
  const { people, currency, expected } = sale;
  const [first_name = "", ...rest] = sale.name.split(/\s+/);
  const wish: CreateBooking = {
    scheduled_crawl_id: sale.departure_id,
    number_of_people: people,
    customer: { first_name, last_name: rest.join(" "), email: sale.email, phone: sale.phone ?? "", country: NOT_ASKED },
    additional_names: [],
    special_requests: "",
    ...(sale.add_ons && { add_ons: sale.add_ons }),
    currency,
    language: sale.language,
    // a desk's form says so, and staff agree to nothing for their guests
    agreed_to_terms: true,
    ...(expected === null ? {} : { displayed_total: { amount_minor: expected, currency } }),
  };
  const tooMany = async (on: Statements) => {
    const held = (await unpaid?.(on)) ?? 0;
    return unpaid && held + people > MOST_UNPAID_OF_SELLER ? held : null;
  };
  const write = async (on: Statements, bookingId: string) => {
    if (walkIns) await numberWalkIn(on, bookingId, walkIns);
    await note(on, bookingId);
  };
  const placed = await placeBooking(ctx, wish, key, { ...by, alongside: { tooMany, write } });
  return !placed.ok && placed.reason === "unpaid_places" ? fail("unpaid_sales", { left: placed.unpaid }) : placed;
}
