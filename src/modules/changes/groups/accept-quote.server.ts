import { NOT_ASKED } from "#src/kernel/countries.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { withdrawNight } from "#src/modules/changes/groups/cancel-night.server.ts";
import { groupAnswered } from "#src/modules/changes/groups/events.ts";
import { opensQuote, standingNow } from "#src/modules/changes/groups/queries.server.ts";
import { endOfDay } from "#src/modules/changes/groups/rules/quote.ts";
import { acceptChange } from "#src/modules/changes/groups/accept-change.server.ts";
import { holdRequest } from "#src/modules/changes/groups/store.server.ts";
import { addDeposit } from "#src/modules/changes/groups/store/deposits.server.ts";
import {
  acceptedBy,
  lockRequestOf,
  markAccepted,
  quoteById,
  type QuoteRow,
  setDeparture,
} from "#src/modules/changes/groups/store/quotes.server.ts";
import { NO_CREDIT } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { createPrivateDeparture, openToOthers } from "#src/modules/sales/schedule/create-private-departure.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

const NOT_OPEN = new Error("the offer isn't open");

/**
 * Accepts what a group was offered, by the link: makes its night, and one booking of all its places at the agreed total, which waits
 * until it, or its deposit, is to be paid. Idempotent; stopped halfway, it goes on where it was. Refusals: quote_not_found, quote_<standing> (what it
 * became instead), crawl_not_found, impossible_time, in_the_past, already_scheduled, and those of `placeBooking`.
 */
export async function acceptQuote(ctx: Context, { id, token }: { id: string; token: string | null }) {
  const quote = opensQuote(ctx, id, token) ? await quoteById(ctx.db, id) : undefined;
  if (!quote) return fail("quote_not_found");
  if (quote.booking_id !== null) return tell(ctx, quote);
  if (quote.changes !== null) return acceptChange(ctx, quote);
  const night = await nightFor(ctx, quote);
  if (!night.ok) return night;
  const [first_name = "", ...rest] = quote.name.split(" ");
  const until = endOfDay(quote.deposit_by ?? quote.pay_by, quote.time_zone);
  const language: Locale = quote.language === "es" ? "es" : "en";
  const wish = {
    scheduled_crawl_id: night.departureId,
    number_of_people: quote.people,
    customer: { first_name, last_name: rest.join(" "), email: quote.email, phone: quote.phone, country: NOT_ASKED },
    additional_names: [] as string[],
    special_requests: "",
    currency: quote.currency,
    language,
    agreed_to_terms: true as const,
  };
  const lock = async (on: Statements) => void (await lockRequestOf(on, id));
  const write = async (on: Statements, bookingId: string) => {
    if (!(await acceptedBy(on, id, bookingId))) throw NOT_OPEN;
    await addDeposit(on, id, ctx.now);
  };
  const sale = {
    seller: { kind: "group", total: quote.total, until } as const,
    alongside: { lock, write },
    credit: NO_CREDIT,
  };
  try {
    const placed = await placeBooking({ ...ctx, site: quote.site_tag as Context["site"] }, wish, `group.${id}`, sale);
    if (!placed.ok) {
      // another press may be placing it
      if (placed.reason !== "busy") await withdraw(ctx, quote);
      return placed;
    }
  } catch (error) {
    if (error !== NOT_OPEN) throw error;
    await withdraw(ctx, quote);
    return fail("quote_closed");
  }
  return tell(ctx, quote);
}

/** Calls off the night that was made for an offer, unless it became a booking; the next press makes another. */
const withdraw = (ctx: Context, { id, request_id }: QuoteRow) =>
  ctx.db.transaction().execute(async (tx) => {
    await holdRequest(tx, request_id);
    await withdrawNight(ctx, tx, { id });
  });

/** The night of an offer that is open, which is made under the request's lock. */
async function nightFor(ctx: Context, { id, request_id }: QuoteRow) {
  return ctx.db.transaction().execute(async (tx) => {
    await holdRequest(tx, request_id);
    const quote = (await quoteById(tx, id))!;
    const standing = standingNow(ctx, quote);
    // accepted by somebody at the same moment
    if (quote.departure_id !== null && quote.booking_id !== null) return ok({ departureId: quote.departure_id });
    if (standing !== "open") {
      await withdrawNight(ctx, tx, { id });
      return fail(`quote_${standing}`);
    }
    if (quote.departure_id !== null) return ok({ departureId: quote.departure_id });
    const created = await createPrivateDeparture(ctx, tx, quote);
    if (!created.ok) return created;
    await setDeparture(tx, id, created.id);
    return ok({ departureId: created.id });
  });
}

/** Tells both sides, once: also where a process ended between the booking and this. */
const tell = (ctx: Context, { id, request_id }: QuoteRow) =>
  ctx.db.transaction().execute(async (tx) => {
    if (!(await markAccepted(tx, id, ctx.now))) return ok({});
    const { places, departure_id: departure } = (await quoteById(tx, id))!;
    if (places !== null && departure !== null) await openToOthers(tx, departure);
    await audit(tx, ctx, {
      action: "group_request.accepted",
      subject: ["group_request", request_id],
      changes: { state: ["quoted", "accepted"] },
    });
    await ctx.publish(ctx, tx, groupAnswered({ quoteId: id, answer: "accepted" }));
    return ok({});
  });
