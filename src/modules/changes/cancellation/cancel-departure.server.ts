import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { cancelPreviewIn } from "#src/modules/changes/cancellation/queries.server.ts";
import {
  confirmationWord,
  confirmationWordOfSeveral,
  isConfirmed,
} from "#src/modules/changes/cancellation/rules/cancel-preview.ts";
import { choiceReminderAt, choiceUntil } from "#src/modules/changes/cancellation/rules/choice.ts";
import type { CancelDeparture, CancelDepartures, NotCancelled } from "#src/modules/changes/cancellation/schema.ts";
import { insertCancellation } from "#src/modules/changes/cancellation/store.server.ts";
import { markDepartureCancelled, lockDeparture } from "#src/modules/sales/schedule/mark-departure-cancelled.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/**
 * Cancels a departure as previewed (rule refunds-7): bookings close at once, and a job ends the existing ones
 * (cancel-departure-bookings). Counts again under the departure's lock and does nothing if the result differs from the preview.
 * Idempotent: a second call returns `already: true`. Requires `schedule.change` and `payments.change`. Refusals: forbidden
 * {missing}, departure_not_found, departure_over, word_wrong, stale_preview.
 */
export async function cancelDeparture(ctx: Context, input: CancelDeparture) {
  const isWord = ({ city_id, date }: { city_id: string; date: string }) =>
    isConfirmed(input.word, confirmationWord(city_id, date));
  return mayNot(ctx.actor) ?? cancelAsPreviewed(ctx, input, isWord);
}

/**
 * Cancels several departures as previewed, each as `cancelDeparture` does, in its own transaction: one that can't be cancelled
 * doesn't hold up the others. `refused` says which and why. Idempotent. Requires `schedule.change` and `payments.change`.
 * Refusals: forbidden {missing}, word_wrong.
 */
export async function cancelDepartures(ctx: Context, input: CancelDepartures) {
  const refusal = mayNot(ctx.actor);
  if (refusal) return refusal;
  const { nights, word, note_en, note_es, choice } = input;
  if (!isConfirmed(word, confirmationWordOfSeveral(nights.length, ctx.locale))) return fail("word_wrong");
  const refused: { departure_id: string; why: NotCancelled }[] = [];
  for (const night of nights) {
    const result = await cancelAsPreviewed(ctx, { ...night, note_en, note_es, choice }, () => true).catch(
      (error: Error) => {
        log("error", "departure.not_cancelled", { departure: night.departure_id, error: error.message });
        return fail("failed");
      },
    );
    if (!result.ok && result.reason !== "word_wrong")
      refused.push({ departure_id: night.departure_id, why: result.reason });
  }
  return ok({ cancelled: nights.length - refused.length, refused });
}

function mayNot(actor: Context["actor"]) {
  if (!can(actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" });
  return can(actor, "payments.change") ? null : fail("forbidden", { missing: "payments.change" });
}

type AsPreviewed = Omit<CancelDeparture, "word">;

async function cancelAsPreviewed(
  ctx: Context,
  input: AsPreviewed,
  isWord: (departure: { city_id: string; date: string }) => boolean,
) {
  const id = input.departure_id;
  return ctx.db.transaction().execute(async (tx) => {
    await lockDeparture(tx, id);
    const preview = await cancelPreviewIn({ ...ctx, db: tx }, id);
    if (!preview) return fail("departure_not_found");
    if (preview.departure.status === "cancelled") return ok({ already: true });
    if (preview.departure.ends_at <= ctx.now) return fail("departure_over");
    if (!isWord(preview.departure)) return fail("word_wrong");
    if (preview.fingerprint !== input.fingerprint) return fail("stale_preview");
    await markDepartureCancelled(ctx, tx, id);
    const { note_en, note_es, fingerprint } = input;
    const { offChoiceHours } = await appSettings({ db: tx });
    const choose_until = choiceUntil(ctx.now, offChoiceHours, input.choice);
    const request = { asked_at: ctx.now, asked_by: ctx.actor.userId, fingerprint, note_en, note_es, choose_until };
    await insertCancellation(tx, { departure_id: id, ...request });
    await finishSoon(ctx, tx, id);
    const remindAt = choose_until && choiceReminderAt(ctx.now, choose_until);
    if (remindAt) await remindLater(tx, id, remindAt);
    return ok({ already: false });
  });
}

/** Adds the job that cancels the bookings of a departure; idempotent. */
const finishSoon = (ctx: Context, tx: Tx, departureId: string) =>
  addJob(tx, "departure.end-bookings", { departureId }, { key: `departure:${departureId}`, runAt: ctx.now });

const remindLater = (tx: Tx, departureId: string, runAt: Date) =>
  addJob(tx, "departure.remind-choice", { departureId }, { key: `departure.choice:${departureId}`, runAt });
