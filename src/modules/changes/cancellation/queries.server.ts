import { createHash } from "node:crypto";
import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { sayCode } from "#src/modules/base/audit/rules/say-entry.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { priceCancellation, type RefundChoice } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import {
  byCurrency,
  confirmationWord,
  confirmationWordOfSeveral,
  countedTogether,
  dueOfEach,
  previewCancellation,
  previewText,
  withoutMoneyOf,
} from "#src/modules/changes/cancellation/rules/cancel-preview.ts";
import { type ProgressRow, progressOf } from "#src/modules/changes/cancellation/rules/cancel-progress.ts";
import {
  cancellationOf,
  countedOf,
  countedOfBookings,
  departureToCancel,
  endedBookings,
  paidOfEnd,
  refundsOfEnd,
  termsOf,
} from "#src/modules/changes/cancellation/store.server.ts";
import { isUndecided, shownRefundStatus } from "#src/modules/money/payments/rules/payment.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { refundOf } from "#src/modules/sales/booking/rules/cancellation.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export { nightOffBooking, nightOffBookings } from "#src/modules/changes/cancellation/store.server.ts";

/**
 * What cancelling a departure would do now, with a fingerprint of what was counted; null if there is no such departure. The
 * caller checks access.
 */
export async function cancelPreviewIn(
  ctx: { db: Db | Tx; now: Date; providers: Context["providers"] },
  departureId: string,
) {
  const departure = isUuid(departureId) ? await departureToCancel(ctx.db, departureId) : undefined;
  if (!departure) return null;
  const counted = await countedOf(ctx.db, departureId);
  const providers = Object.keys(ctx.providers);
  const fingerprint = createHash("sha256")
    .update(previewText(counted, providers, ctx.now))
    .digest("base64url");
  return { departure, counted, preview: previewCancellation(counted, providers, ctx.now), fingerprint };
}

/**
 * What cancelling some bookings now would do under a refund rule: together, and each, with a fingerprint of both. Those that are
 * cancelled or have lapsed are left out. The caller checks access.
 */
export async function cancelPreviewOfBookings(ctx: Context, ids: readonly string[], choice: RefundChoice) {
  const [all, terms] = [await countedOfBookings(ctx.db, ids), await termsOf(ctx.db, ids)];
  const byOperator = choice === "operator";
  // one unit stands for whatever was paid: the rule gives back all of it or nothing
  const keeps = (id: string) =>
    choice === "none" || refundOf({ paid: 1, startsAt: terms.get(id)!.starts_at, now: ctx.now, byOperator }) === 0;
  const counted = withoutMoneyOf(all, keeps);
  const providers = Object.keys(ctx.providers);
  const due = dueOfEach(counted, providers, ctx.now);
  const late = choice === "guest" ? await lateCreditsOf(ctx, due.map(({ id }) => id).filter(keeps)) : NO_CREDITS;
  const fingerprint = createHash("sha256")
    .update(previewText(counted, providers, ctx.now) + JSON.stringify([...late]))
    .digest("base64url");
  const each = due.map((one) => ({
    ...one,
    credit: one.credit + (late.get(one.id) ?? 0),
    currency: terms.get(one.id)!.currency,
  }));
  const preview = previewCancellation(counted, providers, ctx.now);
  const credits = [...late].map(([id, amount]) => ({ amount, currency: terms.get(id)!.currency }));
  return { preview: { ...preview, credit: byCurrency([...preview.credit, ...credits]) }, each, fingerprint };
}

const NO_CREDITS: ReadonlyMap<string, number> = new Map();

/** What guests of bookings that are too late for a refund would get as credit (minor units); those that would get none are left out. */
async function lateCreditsOf(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if ((await appSettings(ctx)).lateCredit === 0) return NO_CREDITS;
  const credits = new Map<string, number>();
  for (const id of ids) {
    const booking = await findBooking(ctx, id, null);
    const priced = booking && (await priceCancellation(ctx, booking));
    if (priced && priced.late + priced.credit > 0) credits.set(id, priced.late + priced.credit);
  }
  return credits;
}

/**
 * The page that cancels a departure: a preview of it or, once cancelled, its progress. Requires `schedule.change` and
 * `payments.change`. Refusals: forbidden {missing}, departure_not_found.
 */
export async function cancellationPage(ctx: Context, departureId: string) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" });
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" });
  const result = await cancelPreviewIn(ctx, departureId);
  if (!result) return fail("departure_not_found");
  const { city_id, ends_at, ...departure } = result.departure;
  const about = { ...departure, over: ends_at <= ctx.now, word: confirmationWord(city_id, departure.date) };
  const { offChoiceHours: choiceHours } = await appSettings(ctx);
  if (departure.status === "cancelled")
    return ok({ departure: about, preview: null, board: await boardOf(ctx, departureId), choiceHours });
  const { preview, fingerprint } = result;
  return ok({
    departure: about,
    preview: { ...preview, fingerprint, counted: ctx.now.toISOString() },
    board: null,
    choiceHours,
  });
}

/**
 * The page that cancels several departures: a preview of those that can still be cancelled, each and all together, and the
 * progress of those that are cancelled. Unknown ones are left out. Requires `schedule.change` and `payments.change`. Refusal:
 * forbidden {missing}.
 */
export async function cancellationsPage(ctx: Context, departureIds: readonly string[]) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" });
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" });
  const nights: NonNullable<Awaited<ReturnType<typeof cancelPreviewIn>>>[] = [];
  for (const id of new Set(departureIds)) {
    const preview = await cancelPreviewIn(ctx, id);
    if (preview) nights.push(preview);
  }
  const about = ({ departure: { ends_at, ...departure } }: (typeof nights)[number]) => ({
    ...departure,
    over: ends_at <= ctx.now,
  });
  const ahead = nights.filter(({ departure }) => departure.status === "scheduled" && departure.ends_at > ctx.now);
  const cancelled = nights.filter(({ departure }) => departure.status === "cancelled");
  const boards = [];
  for (const night of cancelled)
    boards.push({ departure: about(night), board: await boardOf(ctx, night.departure.id) });
  const all = countedTogether(ahead.map(({ counted }) => counted));
  return ok({
    ahead: ahead.map((night) => ({
      departure: about(night),
      fingerprint: night.fingerprint,
      bookings: night.preview.bookings,
      people: night.preview.people,
      back: night.preview.back.map(({ money }) => money),
    })),
    over: nights.length - ahead.length - cancelled.length,
    boards,
    board: progressOf(boards.flatMap(({ board }) => board.rows)),
    preview: previewCancellation(all, Object.keys(ctx.providers), ctx.now),
    counted: ctx.now.toISOString(),
    word: confirmationWordOfSeveral(ahead.length, ctx.locale),
    choiceHours: (await appSettings(ctx)).offChoiceHours,
  });
}

async function boardOf(ctx: Context, departureId: string) {
  const [cancellation, bookings] = await Promise.all([
    cancellationOf(ctx.db, departureId),
    endedBookings(ctx.db, departureId),
  ]);
  const ids = bookings.map(({ id }) => id);
  const { t } = await i18nFor(ctx.locale);
  const [refunds, emails, paid] =
    ids.length === 0
      ? [[], [], []]
      : await Promise.all([refundsOfEnd(ctx.db, ids), ctx.ask.cancellationEmails(ctx.db, ids), paidOfEnd(ctx.db, ids)]);
  const rows = bookings.map(({ id, reference, name, people, ended }): ProgressRow => {
    const email = emails.findLast((one) => one.booking_id === id);
    const paidIn = (kind: "money" | "credit") =>
      paid
        .filter((one) => one.booking_id === id && one.kind === kind)
        .map(({ amount, currency }) => ({ amount, currency }));
    return {
      id,
      reference,
      name,
      people,
      ended,
      paid: { money: paidIn("money"), credit: paidIn("credit") },
      refunds: refunds
        .filter((one) => one.booking_id === id)
        .map(({ id: refundId, status, waits, amount, currency, last_error: error, ...of }) => ({
          id: refundId,
          status: shownRefundStatus({ status }, of),
          waits: isUndecided({ status, ...of }, ctx.now) ? "choice" : waits,
          money: { amount, currency },
          error: error && sayCode(error, t),
        })),
      email: email ? { status: email.status, error: email.last_error } : null,
    };
  });
  const { asked_at, by = null, note_en = "", note_es = "", choose_until, rebooked = 0 } = cancellation ?? {};
  return {
    ...progressOf(rows),
    asked: asked_at?.toISOString() ?? null,
    by,
    note: { en: note_en, es: note_es },
    choose_until: choose_until?.toISOString() ?? null,
    rebooked,
  };
}
