import { sql } from "kysely";
import type { Actor, Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { dropMonths } from "#src/platform/keep-months.server.ts";
import { type Act, mayDo } from "#src/platform/limit-strangers.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";

/**
 * One entry of the access log. `password`: a right one that a code must follow, or one that failed · `code`: of the second
 * factor · `sign_in`: a session began · `page`: staff or others who may not open it · `download`: a file of personal or money
 * data, or a guest's phone that a guide was shown. `slowed`: an account's first attempt that had to wait. `subject`: the path, or how many sessions ended.
 */
type Entry = {
  kind: "password" | "code" | "sign_in" | "sign_out" | "session_end" | "page" | "download";
  outcome: "done" | "failed" | "slowed" | "refused";
  subject?: string;
  /** The account concerned; by default the actor's. Null where there is none. */
  userId?: string | null;
};

/** Longer ones aren't real browsers. */
const LONGEST = 300;

/** Records who signed in, failed to, was refused, or downloaded data, in the table `access_log`, which is append-only (a trigger). */
export async function logAccess(on: Db | Tx, { actor }: { actor: Actor }, entry: Entry): Promise<void> {
  const { kind, outcome, subject = null, userId = actor.userId } = entry;
  const from = { address: actor.address, user_agent: actor.userAgent.slice(0, LONGEST) };
  await on
    .insertInto("access_log")
    .values({ kind, outcome, subject: subject?.slice(0, LONGEST) ?? null, user_id: userId, ...from })
    .execute();
}

/** Refusals recorded per hour for one address without a session, and for one user: neither must fill the log. */
const REFUSED: Act = { name: "refused", limit: { max: 20, seconds: 3600 }, here: 2000 };
const OF_USER: Limit = { max: 200, seconds: 3600 };

/** Records that somebody may not open a page or make a call. */
export async function logRefusal(
  ctx: Pick<Context, "pool" | "db" | "now" | "actor" | "secret">,
  path: string,
): Promise<void> {
  const { userId } = ctx.actor;
  const may = userId === null ? mayDo(ctx, REFUSED) : mayUse(ctx.pool, [`refused:${userId}`], OF_USER, ctx.now);
  if (!(await may)) return;
  await logAccess(ctx.db, ctx, { kind: "page", outcome: "refused", subject: path });
}

/** Drops the months whose entries are all older than so many days: more than 30, because the table refuses to lose younger ones. */
export const purgeAccessLog = (on: Db, days: number, now: Date): Promise<void> =>
  dropMonths(on, "access_log", new Date(now.getTime() - days * 86_400_000));

/**
 * Takes a person (null: without an account) out of the access log, also where they took a file of one of their bookings by its
 * link: the event stays, without person and address.
 */
export async function forgetInAccessLog(tx: Tx, userId: string | null, bookingIds: readonly string[]): Promise<void> {
  if (userId === null && bookingIds.length === 0) return;
  const ofBookings = bookingIds.map((id) => `%/booking-confirmation/${id}/%`);
  await tx
    .updateTable("access_log")
    .set({ user_id: null, address: null, user_agent: null })
    .where((e) => {
      const own = e("user_id", "=", userId);
      // without bookings the index answers: the log is long
      if (ofBookings.length === 0) return own;
      return e.or([own, e.and([e("user_id", "is", null), sql<boolean>`subject like any(${ofBookings}::text[])`])]);
    })
    .execute();
}
