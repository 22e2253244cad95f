import { isMonth } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { statementClosed } from "#src/modules/partners/commission/events.ts";
import { monthsEarned } from "#src/modules/partners/commission/rules/commission.ts";
import { dayAfter, inBatches, isLate, isOver } from "#src/modules/partners/commission/rules/statement.ts";
import { settleHeld, soldFacts } from "#src/modules/partners/commission/settle-commission.server.ts";
import { bookingsFrom, holdAlone, holdMonths, termsOf } from "#src/modules/partners/commission/store/lines.server.ts";
import {
  closingOf,
  endClosing,
  giveUpClosing,
  hasStatements,
  isClosed,
  makeStatements,
  markClosed,
  markClosing,
  partnersWithout,
  queueToClose,
  takeOverClosing,
} from "#src/modules/partners/commission/store/statements.server.ts";
import { staffAtWork } from "#src/modules/base/identity/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { isBusy, statementsOf } from "#src/platform/transaction.server.ts";

/** How many bookings' partners get their statements in one transaction, or a single one's: their sales wait for it. */
const AT_ONCE = 1000;

type Of = { month: string; test: boolean };

/**
 * Closes a month (2026-11) that is over: every partner with something in it gets a numbered statement, on which the people who
 * counted, and with them the tier, are settled. Where that is more than can wait for an answer, a job does it (`goesOn`). Closing
 * a closed month is fine. Needs `books.close`. Refusals: forbidden {missing}, month_not_over, nothing_to_close, busy.
 */
export async function closeMonth(ctx: Context, { month }: { month: string }) {
  if (!can(ctx.actor, "books.close")) return fail("forbidden", { missing: "books.close" as const });
  if (!isMonth(month) || !isOver(month, ctx.now)) return fail("month_not_over");
  const of = { month, test: practises(ctx) };
  if (await isClosed(ctx.db, month, of.test)) return ok({ goesOn: false });
  const batches = await batchesOf(ctx, of);
  // all statements of a month may be made before it is closed: its end is what was cut off
  if (batches.length === 0 && !(await hasStatements(ctx.db, of))) return fail("nothing_to_close");
  if (batches.length > 1) {
    await ctx.db.transaction().execute((tx) => askJob(ctx, tx, of));
    return ok({ goesOn: true });
  }
  try {
    await closeBy(ctx, of, batches);
    return ok({ goesOn: false });
  } catch (error) {
    if (isBusy(error)) return fail("busy");
    throw error;
  }
}

/** Has a job close a month. Asked again, it goes on where it stopped. */
async function askJob(ctx: Context, tx: Tx, of: Of): Promise<void> {
  const by = { at: ctx.now, who: ctx.actor.userId, from: ctx.actor.address };
  if ((await markClosing(tx, of, by)) || (await takeOver(ctx, tx, of, by)))
    await audit(tx, ctx, { action: "statements.closing", subject: ["statements", of.month] });
  await addJob(tx, "commission.close", of, { key: `commission.close:${of.month}:${of.test}` });
}

/** Takes a closing over that takes too long, or of somebody who is gone or may not close anymore; false where it is in good hands. */
async function takeOver(ctx: Context, tx: Tx, of: Of, by: Parameters<typeof takeOverClosing>[3]): Promise<boolean> {
  const closing = await closingOf(tx, of);
  if (!closing) return false;
  const asker = await staffAtWork(ctx, closing.asked_by, closing.asked_from);
  if (can(asker, "books.close") && !isLate(closing.asked_at, ctx.now)) return false;
  return takeOverClosing(tx, of, closing, by);
}

/**
 * Job: closes a month under the name of whoever asked, with the permissions they have now; without them it is given up, unless somebody
 * else has asked since. A deleted account took none back: then the system ends what they had begun. What was cut off goes on where it
 * stopped.
 */
export async function finishClosing(ctx: Context, of: Of): Promise<void> {
  const closing = await closingOf(ctx.db, of);
  if (!closing) return;
  if (closing.asked_by === null) return closeBy(ctx, of, await batchesOf(ctx, of));
  const actor = await staffAtWork(ctx, closing.asked_by, closing.asked_from);
  if (can(actor, "books.close")) await closeBy({ ...ctx, actor }, of, await batchesOf(ctx, of));
  else await giveUpClosing(ctx.db, of, closing);
}

const batchesOf = async ({ db }: Pick<Context, "db">, { month, test }: Of): Promise<string[][]> =>
  inBatches(await partnersWithout(db, month, test), AT_ONCE);

/** Makes the statements of some partners at a time, so that no sale waits for long, and then of whoever came to be meanwhile. */
async function closeBy(ctx: Context, of: Of, batches: readonly string[][]): Promise<void> {
  const { month, test } = of;
  for (const some of batches)
    await ctx.db.transaction().execute((tx) => makeSome(ctx, tx, of, (id) => some.includes(id)));
  await ctx.db.transaction().execute(async (tx) => {
    await holdMonths(statementsOf(tx));
    await makeSome(ctx, tx, of, () => true);
    await endClosing(tx, of);
    if (!(await markClosed(tx, month, test, { at: ctx.now, who: ctx.actor.userId }))) return;
    await audit(tx, ctx, { action: "statements.closed", subject: ["statements", month] });
  });
}

/** Makes the statements of those partners of a month who lack one, are wanted, and have something to be on it. */
async function makeSome(ctx: Context, tx: Tx, of: Of, isWanted: (id: string) => boolean): Promise<void> {
  const on = statementsOf(tx);
  await queueToClose(tx);
  // somebody else may have closed some meanwhile
  const without = (await partnersWithout(tx, of.month, of.test)).filter(({ id }) => isWanted(id));
  if (without.length === 0) return;
  const held = without.map(({ id }) => id);
  await holdAlone(on, held);
  const period = { from: `${of.month}-01`, before: dayAfter(of.month), test: of.test };
  const bookings = await bookingsFrom(on, held, period);
  const terms = Map.groupBy(await termsOf(on, held), ({ partner_id }) => partner_id);
  const months = monthsEarned(terms, await soldFacts(tx, bookings));
  const partners = without.filter(({ id, hasLines }) => hasLines || months.get(id)?.earns).map(({ id }) => id);
  if (partners.length === 0) return;
  const rows = partners.map((partner_id) => ({ partner_id, counted: months.get(partner_id)?.counted ?? 0 }));
  const statements = await makeStatements(tx, { ...of, at: ctx.now }, rows);
  await settleHeld(ctx, tx, { bookings, partners, cause: "closed" });
  for (const { id: statementId, partner_id: partnerId } of statements)
    await ctx.publish(ctx, tx, statementClosed({ statementId, partnerId }));
}
