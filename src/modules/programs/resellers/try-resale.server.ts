import { randomUUID } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { agreedRule } from "#src/modules/partners/commission/queries.server.ts";
import { findResale } from "#src/modules/programs/resellers/queries.server.ts";
import {
  contactWith,
  heldUntil,
  isCancellable,
  isKnown,
  saysTheSame,
  storedPeople,
  testStatusOf,
} from "#src/modules/programs/resellers/rules/resale.ts";
import { beyondLimit } from "#src/modules/programs/resellers/owe-payment.server.ts";
import type { Reseller } from "#src/modules/programs/resellers/rules/reseller.ts";
import type { ChangeResale, ConfirmResale } from "#src/modules/programs/resellers/schema.ts";
import { nightForKey } from "#src/modules/programs/resellers/store.server.ts";
import { roomFor } from "#src/modules/programs/resellers/resell-places.server.ts";
import {
  heldInTests,
  lockTestResale,
  type TestChange,
  type TestRow,
  updateTestResale,
} from "#src/modules/programs/resellers/store/test.server.ts";
import { priceForPartner } from "#src/modules/sales/booking/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import type { Failure, Ok } from "#src/kernel/result.ts";

// What a test key does: the same answers as a live one's, from a row that is nothing else. No place, no money, no email.

/** Acts on a test key's resale under its lock: `act` says what becomes of it; null where it stays as it is. */
async function acting<Refused extends Failure>(
  ctx: Context,
  reseller: Reseller,
  uuid: string,
  act: (
    row: TestRow,
    status: ReturnType<typeof testStatusOf>,
    tx: Tx,
  ) => Promise<Ok<{ change: TestChange | null }> | Refused>,
) {
  const done = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockTestResale(tx, reseller, uuid);
    if (!row) return fail("resale_not_found");
    const result = await act(row, testStatusOf(row, ctx.now), tx);
    if (result.ok && result.change) await updateTestResale(tx, row.id, result.change, ctx.now);
    return result;
  });
  return done.ok ? findResale(ctx, uuid) : done;
}

const AS_BEFORE: { unit_price?: number; total?: number } = {};
const AS_IT_IS = ok({ change: null });

export const tryConfirming = (ctx: Context, reseller: Reseller, uuid: string, input: ConfirmResale) =>
  acting(ctx, reseller, uuid, async (row, status, tx) => {
    if (status === "confirmed") return saysTheSame(row, input) ? AS_IT_IS : fail("resale_confirmed");
    if (status === "expired" || status === "cancelled") return fail(`resale_${status}`);
    const contact = contactWith(row.contact, input.contact);
    if (!isKnown(contact)) return fail("contact_needed");
    const people = input.people ? storedPeople(input.people, row.people, randomUUID) : row.people;
    const priced = await priceAt(ctx, row, row.departure_id, people.length);
    if (!priced.ok) return priced;
    const { total = row.total } = priced.prices;
    const beyond = await beyondLimit(tx, { partnerId: row.partner_id, test: practises(ctx), amount: total });
    if (beyond) return beyond;
    const { reseller_reference = row.reseller_reference } = input;
    const change = { ...priced.prices, contact, people, reseller_reference, confirmed_at: ctx.now };
    return ok({ change });
  });

type Minutes = { minutes?: number | undefined };

export const tryExtending = (ctx: Context, reseller: Reseller, uuid: string, { minutes }: Minutes) =>
  acting(ctx, reseller, uuid, async (row, status) => {
    if (status !== "on_hold") return fail("not_on_hold", { status });
    const until = heldUntil(ctx.now, row.created_at, minutes);
    if (until <= row.hold_expires_at) return fail("hold_limit", { until: row.hold_expires_at.toISOString() });
    return ok({ change: { hold_expires_at: until } });
  });

export const tryChanging = (ctx: Context, reseller: Reseller, uuid: string, input: ChangeResale) =>
  acting(ctx, reseller, uuid, async (row, status, tx) => {
    if (status === "expired" || status === "cancelled") return fail(`resale_${status}`);
    if (!isCancellable(status, row.starts_at, ctx.now)) return fail("not_changeable", { status });
    const { departure_id: to = row.departure_id } = input;
    const night = await nightForKey(ctx, to);
    if (!night) return fail("departure_not_found");
    const contact = contactWith(row.contact, input.contact);
    if (status !== "on_hold" && !isKnown(contact)) return fail("contact_needed");
    const people = input.people ? storedPeople(input.people, row.people, randomUUID) : row.people;
    const priced = await priceAt(ctx, row, to, people.length);
    if (!priced.ok) return priced;
    const more = status === "confirmed" ? (priced.prices.total ?? row.total) - row.total : 0;
    const beyond =
      more > 0 ? await beyondLimit(tx, { partnerId: row.partner_id, test: practises(ctx), amount: more }) : null;
    if (beyond) return beyond;
    const until = input.minutes === undefined ? null : heldUntil(ctx.now, row.created_at, input.minutes);
    const isLonger = status === "on_hold" && until !== null && until > row.hold_expires_at;
    const { partner_id: partnerId } = row;
    const rule = await agreedRule(ctx, { partnerId, crawlId: night.crawl_id, date: night.date });
    const { reseller_reference = row.reseller_reference, notes = row.notes } = input;
    const change = {
      ...priced.prices,
      rule,
      people,
      notes,
      departure_id: to,
      crawl_id: night.crawl_id,
      reseller_reference,
      contact,
      ...(isLonger && { hold_expires_at: until }),
    };
    return ok({ change });
  });

export const tryCancelling = (
  ctx: Context,
  reseller: Reseller,
  uuid: string,
  { reason }: { reason?: string | null | undefined },
) =>
  acting(ctx, reseller, uuid, async (row, status) => {
    if (status === "cancelled") return AS_IT_IS;
    if (status === "expired") return fail("resale_expired");
    if (!isCancellable(status, row.starts_at, ctx.now)) return fail("not_cancellable", { status });
    return ok({ change: { cancelled_at: ctx.now, cancel_note: reason ?? null, refund: "full" as const } });
  });

/** What so many people would cost on a night; as it was where neither changes. Refusals: sold_out {left}, resale_limit {left}, those of `priceForPartner`. */
async function priceAt(ctx: Context, row: TestRow, departureId: string, people: number) {
  if (departureId === row.departure_id && people === row.people.length) return ok({ prices: AS_BEFORE });
  const priced = await priceForPartner(ctx, { departureId, people, currency: "MXN", partnerId: row.partner_id });
  if (!priced.ok) return priced;
  const { quote, left } = priced;
  if (left < people) return fail("sold_out", { left });
  const isMore = departureId !== row.departure_id || people > row.people.length;
  if (isMore && testStatusOf(row, ctx.now) === "on_hold") {
    const { partner_id: partnerId, uuid } = row;
    const held = await heldInTests(ctx.db, { partnerId, now: ctx.now, departureId, uuid });
    const room = roomFor(await appSettings(ctx), held);
    if (people > room) return fail("resale_limit", { left: room });
  }
  return ok({ prices: { unit_price: quote.price_per_person, total: quote.total } });
}
