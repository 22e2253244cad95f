import type { shiftEnded, shiftMoved, shiftsAsked } from "#src/modules/evening/guides/events.ts";
import { guidesOfShifts } from "#src/modules/evening/guides/queries.server.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { ShiftEmail } from "#src/modules/mail/notifications/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// Event handlers: each queues an email to a guide, in the language of their account. Who is no guide any more gets none.

type Payload<F extends (...args: never) => { payload: object }> = ReturnType<F>["payload"];

/** Asked for nights: one email for all that were asked for together, once each time they are. */
export const notifyAsked = (
  ctx: Context,
  tx: Tx,
  { requestId, shiftIds, again, times }: Payload<typeof shiftsAsked>,
) => {
  const ids = shiftIds.toSorted();
  return tell(ctx, tx, ids[0]!, `asked.${times}`, (userId) => ({
    kind: "shift_asked",
    payload: { userId, requestId, shiftIds: ids, again },
  }));
};

/** The night was moved: whether they still can, once per move. */
export const notifyShiftMoved = (ctx: Context, tx: Tx, { shiftId, times, was }: Payload<typeof shiftMoved>) =>
  tell(ctx, tx, shiftId, `moved.${times}`, (userId, requestId) => ({
    kind: "shift_moved",
    payload: { userId, requestId, shiftId, was },
  }));

/** Not needed any more. */
export const notifyShiftEnded = (ctx: Context, tx: Tx, { shiftId, why }: Payload<typeof shiftEnded>) =>
  tell(ctx, tx, shiftId, `ended.${why}`, (userId) => ({ kind: "shift_ended", payload: { userId, shiftId, why } }));

async function tell(
  ctx: Context,
  tx: Tx,
  shiftId: string,
  key: string,
  emailTo: (userId: string, requestId: string) => ShiftEmail,
): Promise<void> {
  const [shift] = await guidesOfShifts({ db: tx }, [shiftId]);
  const guide = (await staffWho(ctx, "checkins.record", tx)).find(({ id }) => id === shift?.userId);
  if (!shift || !guide) return;
  const { email: recipient, language, id } = guide;
  const dedupeKey = `shift.${shiftId}.${key}`;
  await queueEmail(ctx, tx, { ...emailTo(id, shift.requestId), bookingId: null, dedupeKey, language, recipient });
}
