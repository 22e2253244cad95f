import { booksDiffer, tillsDiffer } from "#src/modules/money/payments/events.ts";
import type { Scope } from "#src/platform/id-scope.server.ts";
import {
  changedPurchases,
  checkAtOnce,
  checkNext,
  markTold,
  openRound,
  standingCount,
  untoldPurchases,
} from "#src/modules/money/payments/store/ledger-check.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { failuresOf, throwTogether } from "#src/platform/each-in-turn.server.ts";

// A bug that touches every booking must not cause a flood of emails: the next check reports the rest.
const TOLD_AT_ONCE = 20;
/** Bookings in one statement, which then takes some tenths of a second. */
const PORTION = 2000;
/** Fewer than these aren't tried where a portion takes too long. */
const LEAST = 50;

/**
 * Job: checks the ledger against bookings, payments, refunds, disputes and tills, a `portion` of bookings at a time: what belongs
 * to no purchase, what changed since the last round began, then every booking in the order of ids. A run that ends before
 * (for tests: after so many `portions`) is gone on with where it was. Stores each difference and notifies staff of it once;
 * corrects nothing. Returns the number of differences that stand.
 */
export async function checkLedger(ctx: Context, { portion = PORTION, portions = Infinity } = {}): Promise<number> {
  const since = await openRound(ctx.db, ctx.now);
  await check(ctx, { kind: "none" });
  const changed = since ? await changedPurchases(ctx.db, since) : [];
  for (let n = 0; n < changed.length; n += portion)
    await check(ctx, { kind: "ids", ids: changed.slice(n, n + portion) });
  const first = await notifyStaff(ctx, TOLD_AT_ONCE);
  await walk(ctx, portion, portions);
  const then = await notifyStaff(ctx, TOLD_AT_ONCE - first.told);
  throwTogether([...first.failed, ...then.failed], "differences of the books couldn't be told");
  return standingCount(ctx.db);
}

/** Checks some bookings, in halves where they take too long. */
async function check(ctx: Context, scope: Scope): Promise<void> {
  if (await checkAtOnce(ctx, scope)) return;
  if (scope.kind !== "ids" || scope.ids.length <= LEAST) throw new Error("the ledger can't be checked in time");
  const half = Math.ceil(scope.ids.length / 2);
  for (const ids of [scope.ids.slice(0, half), scope.ids.slice(half)]) await check(ctx, { kind: "ids", ids });
}

/** Goes on with the round until its end, or until another process is at it. */
async function walk(ctx: Context, portion: number, portions: number): Promise<void> {
  let size = portion;
  for (let n = 0; n < portions; n++) {
    const outcome = await checkNext(ctx, size);
    if (outcome === "ended" || outcome === "taken") return;
    if (outcome === "checked") continue;
    if (size <= LEAST) throw new Error("the ledger can't be checked in time");
    size = Math.max(LEAST, Math.floor(size / 2));
  }
}

type Untold = Awaited<ReturnType<typeof untoldPurchases>>[number];

/** Notifies staff of differences that they don't know of, of so many bookings at most. Returns of how many it tried to, and what failed. */
async function notifyStaff(ctx: Context, most: number): Promise<{ told: number; failed: Error[] }> {
  // the tills' belong to no booking
  const subjects = [...(await untoldPurchases(ctx.db, most)), null];
  const naming = {
    event: "difference.not_told",
    about: (purchase: Untold | null) => ({ purchase: purchase?.id ?? "none" }),
  };
  const failed = await failuresOf<Untold | null>(subjects, naming, (purchase) =>
    ctx.db.transaction().execute(async (tx) => {
      const [key] = await markTold(tx, purchase?.id ?? null, ctx.now);
      if (!key) return;
      const event = purchase
        ? booksDiffer({ purchaseId: purchase.id, kind: purchase.kind, key })
        : tillsDiffer({ key });
      await ctx.publish(ctx, tx, event);
    }),
  );
  return { told: subjects.length - 1, failed };
}
