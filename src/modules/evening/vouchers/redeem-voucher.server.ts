import { fail, ok } from "#src/kernel/result.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { appears, openStopsAt } from "#src/modules/evening/vouchers/rules/at-bar.ts";
import { barOfLink } from "#src/modules/evening/stops/grant-link.server.ts";
import { copyRoute } from "#src/modules/evening/stops/copy-route.server.ts";
import { allStopsOf } from "#src/modules/evening/stops/queries.server.ts";
import { normalizedCode, parseToken } from "#src/modules/evening/tickets/rules/ticket.ts";
import { verifyTicket } from "#src/modules/evening/tickets/sign-tickets.server.ts";
import {
  findTicket,
  holdBooking,
  lockTicket,
  undoUse,
  useById,
  usesTonight,
  useVoucher,
} from "#src/modules/evening/vouchers/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { giveBack, type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** Codes that fit no ticket, per link: enough for slips, far too few for guessing one of 30⁶. */
const WRONG_CODES: Limit = { max: 30, seconds: 600 };

/** How long a bar can take back a tap. */
const UNDO_MS = 120_000;

type VoucherInput = { token: string; code: string; key: string };

/**
 * Redeems a drink voucher of a ticket at a bar, by the bar's secret link. `key` is made per tap: the same tap sent again counts once.
 * Returns how many of how many are used now, and whether the guest is checked in. Refusals: link_unknown, link_revoked, link_off,
 * too_many_tries {seconds}, ticket_invalid (also of a test booking where payments are live), not_here_tonight, no_vouchers,
 * all_used {of, at}.
 */
export async function redeemVoucher(ctx: Context, { token, code, key }: VoucherInput) {
  const link = await barOfLink(ctx, token);
  if (!link) return fail("link_unknown");
  if (link.state !== "open") return fail(`link_${link.state}`);
  const { bar } = link;
  const [on, keys] = [statementsOf(ctx.db), [`bar:${bar.id}:codes`]];
  // counted before it is known to be wrong, or guesses at once would slip through
  if (!(await mayUse(on, keys, WRONG_CODES, ctx.now))) {
    return fail("too_many_tries", { seconds: secondsLeft(WRONG_CODES, ctx.now) });
  }
  const by = await ticketNamed(ctx, code);
  const ticket = by && (await findTicket(ctx.db, by));
  if (!ticket) return fail("ticket_invalid");
  await giveBack(on, keys, WRONG_CODES, ctx.now);
  return ctx.db.transaction().execute((tx) => redeem(ctx, tx, { bar, ticket, key }));
}

type Redeemed = {
  bar: { id: string };
  ticket: { id: string; booking_id: string };
  key: string;
};

async function redeem(ctx: Context, tx: Tx, { bar, ticket: { id, booking_id: bookingId }, key }: Redeemed) {
  // in the order of whoever cancels or moves a booking; nothing that was read before these locks counts
  await holdBooking(tx, bookingId);
  const found = await findTicket(tx, { id });
  if (!found) return fail("ticket_invalid");
  await copyRoute(tx, found.departure_id);
  await lockTicket(tx, id);
  const ticket = (await findTicket(tx, { id }))!;
  const isReal = practises(ctx) || !ticket.test;
  if (ticket.status !== "valid" || ticket.booking_status !== "confirmed" || !isReal) return fail("ticket_invalid");
  const { night, stops } = await allStopsOf({ db: tx }, ticket.departure_id);
  const here = night && appears(night, ctx.now) ? openStopsAt(bar.id, stops) : [];
  if (here.length === 0) return fail("not_here_tonight");
  const worth = here.filter(({ vouchers }) => vouchers > 0);
  if (worth.length === 0) return fail("no_vouchers");
  const of = worth.reduce((sum, { vouchers }) => sum + vouchers, 0);
  const stopIds = worth.map((stop) => stop.id);
  const usesNow = () => usesTonight(tx, { ticketId: id, stopIds, barId: bar.id, date: night!.date });
  const done = async (use: string) => ok({ use, used: (await usesNow()).length, of, isInside: ticket.is_inside });
  const before = await useById(tx, key);
  if (before) return before.ticket_id === id && !before.undone_at ? done(before.id) : fail("ticket_invalid");
  const uses = await usesNow();
  // who was moved to another night of the evening has drunk what they drank
  for (const { id: stopId, vouchers } of uses.length < of ? worth : []) {
    const voucher = await useVoucher(tx, {
      id: key,
      ticketId: id,
      stopId,
      departureId: ticket.departure_id,
      barId: bar.id,
      of: vouchers,
      isInside: ticket.is_inside,
      at: ctx.now,
    });
    if (voucher) return done(key);
  }
  // without a use that stands in the way, another ticket has taken the key meanwhile
  const last = uses.at(-1);
  return last ? fail("all_used", { of, at: last.at.toISOString() }) : fail("ticket_invalid");
}

/** Takes back a voucher that the bar redeemed within the last two minutes. Refusals: link_unknown, link_revoked, link_off, too_late. */
export async function undoVoucher(ctx: Context, { token, use }: { token: string; use: string }) {
  const link = await barOfLink(ctx, token);
  if (!link) return fail("link_unknown");
  if (link.state !== "open") return fail(`link_${link.state}`);
  const since = new Date(ctx.now.getTime() - UNDO_MS);
  if (await undoUse(ctx.db, { id: use, barId: link.bar.id, since, now: ctx.now })) return ok({});
  const there = await useById(ctx.db, use);
  return there?.bar_id === link.bar.id && there.undone_at ? ok({}) : fail("too_late");
}

/** What names the ticket that was scanned or typed; null for a text that names none. */
async function ticketNamed(ctx: Context, text: string) {
  const claim = parseToken(text) ? await verifyTicket(ctx, text) : null;
  if (claim) return { id: claim.ticketId };
  const code = normalizedCode(text);
  return code.length === 6 ? { code } : null;
}
