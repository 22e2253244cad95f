import { fail, ok } from "#src/kernel/result.ts";
import { titledNight } from "#src/modules/evening/guides/assign-guide.server.ts";
import { requestIn } from "#src/modules/evening/guides/grant-answer.server.ts";
import {
  markOf,
  overlaps,
  type Refusal,
  type ShiftState,
  whyNotAccepted,
  whyNotDeclined,
} from "#src/modules/evening/guides/rules/shift.ts";
import type { AnswerShifts } from "#src/modules/evening/guides/schema.ts";
import {
  type LiveNight,
  liveNightsOf,
  lockGuide,
  lockNights,
  type NightRow,
  shiftById,
  type ShiftRow,
  shiftsByIds,
  shiftsOfRequest,
  shiftsOn,
  writeShift,
} from "#src/modules/evening/guides/store/shifts.server.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * A guide's answer by the emailed link, to one night or to all that the request asks for. Idempotent: the first answer counts, a
 * decline can be taken back while nobody else has the place. Of all, what can't be answered any more is passed over, and so is what
 * was declined. `seen` are the marks of the nights that the page showed. Refusals: request_not_found (also of whoever is no guide any
 * more), and of one night those of `rules/shift.ts`.
 */
export async function answerByLink(ctx: Context, { token, ...input }: AnswerShifts & { token: string }) {
  const requestId = requestIn(ctx, token);
  const shifts = requestId === null ? [] : await shiftsOfRequest(ctx.db, requestId);
  const userId = shifts[0]?.user_id;
  if (!userId || !(await isGuide(ctx, userId))) return fail("request_not_found");
  const targets = input.shift_id === "all" ? shifts : shifts.filter(({ id }) => id === input.shift_id);
  return answer(ctx, userId, targets, input);
}

/** The same by a guide who is signed in, for one of their own nights. Requires `manifest.read`. Refusals: also forbidden {missing}. */
export async function answerOwn(ctx: Context, input: AnswerShifts) {
  if (!can(ctx.actor, "manifest.read")) return fail("forbidden", { missing: "manifest.read" as const });
  const { userId } = ctx.actor;
  const shift = input.shift_id === "all" ? undefined : await shiftById(ctx.db, input.shift_id);
  if (!shift || userId === null || shift.user_id !== userId) return fail("request_not_found");
  return answer(ctx, userId, [shift], input);
}

/** Whether somebody's role still lets them lead nights. */
const isGuide = async (ctx: Context, userId: string): Promise<boolean> =>
  (await staffWho(ctx, "checkins.record")).some(({ id }) => id === userId);

async function answer(ctx: Context, userId: string, shifts: readonly ShiftRow[], input: AnswerShifts) {
  if (shifts.length === 0) return fail("request_not_found");
  const { guestsPerGuide } = await storedSettings(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const nights = await lockNights(tx, [...new Set(shifts.map(({ departure_id }) => departure_id))]);
    await lockGuide(tx, userId);
    const rows = new Map(
      (
        await shiftsByIds(
          tx,
          shifts.map(({ id }) => id),
        )
      ).map((row) => [row.departure_id, row]),
    );
    const refused: Refusal[] = [];
    const answered: NightRow[] = [];
    for (const night of nights) {
      const shift = rows.get(night.id)!;
      const how = { forAll: input.shift_id === "all", isCurrent: input.seen.includes(markOf(shift.id, night)) };
      const why =
        input.answer === "accept"
          ? whyNotAccepted(
              { shift, night, perGuide: guestsPerGuide, ...(await others(ctx, tx, shift, night)) },
              ctx.now,
              how,
            )
          : whyNotDeclined({ shift, night }, ctx.now, how);
      if (why) refused.push(why);
      else if (await wrote(ctx, tx, shift, input.answer === "accept" ? "accepted" : "declined")) answered.push(night);
    }
    if (answered.length > 0) await note(ctx, tx, userId, input.answer, answered);
    if (refused[0] && (input.shift_id !== "all" || refused.length === nights.length)) return fail(refused[0]);
    return ok({ answered: answered.length, refused: refused.length });
  });
}

/** Who else has the place, and whether the guide has said yes to another night at that time. */
async function others(ctx: Context, tx: Tx, shift: ShiftRow, night: NightRow) {
  const [on, own] = [await shiftsOn(tx, [night.id]), await liveNightsOf(tx, [shift.user_id!], ctx.now)];
  return {
    accepted: on.filter(({ part, state }) => part === shift.part && state === "accepted").length,
    busy: own.some((other) => isElsewhere(other, shift.id, night)),
  };
}

/** Whether a night of a guide, other than of this shift, is one they have said yes to and at the time of `night`. */
const isElsewhere = (other: LiveNight, shiftId: string, night: NightRow): boolean =>
  other.state === "accepted" && other.shift_id !== shiftId && overlaps(night, other);

async function wrote(ctx: Context, tx: Tx, shift: ShiftRow, state: ShiftState): Promise<boolean> {
  if (shift.state === state) return false;
  await writeShift(tx, shift.id, { state, answered_at: ctx.now });
  return true;
}

const note = (ctx: Context, tx: Tx, userId: string, decision: "accept" | "decline", nights: readonly NightRow[]) =>
  audit(tx, ctx, {
    ...(decision === "accept" ? { action: "shift.accepted" } : { action: "shift.declined" }),
    subject: ["user", userId],
    changes: { departure: [null, nights.map(titledNight)] },
  });
