import { fail, ok } from "#src/kernel/result.ts";
import { countedPeople, termsFor } from "#src/modules/commission/rules/commission.ts";
import { dayAfter, inBatches, isMonth, isOver } from "#src/modules/commission/rules/statement.ts";
import { settleHeld } from "#src/modules/commission/settle-commission.server.ts";
import {
  bookingFacts,
  bookingsFrom,
  holdAlone,
  holdMonths,
  termsOf,
} from "#src/modules/commission/store/lines.server.ts";
import {
  isClosed,
  makeStatements,
  markClosed,
  partnersWithout,
  queueToClose,
} from "#src/modules/commission/store/statements.server.ts";
import { ofTests } from "#src/modules/commission/queries.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements, Tx } from "#src/platform/db.server.ts";
import { isBusy, statementsOf } from "#src/platform/transaction.server.ts";

/** How many bookings' partners get their statements in one transaction, or a single one's: their sales wait for it. */
const AT_ONCE = 1000;

/**
 * Closes a month (2026-11) that is over: every partner with something in it gets a numbered statement, on which the people who
 * counted, and with them the tier, are settled. Some partners at a time, so that no sale waits for long; what was cut off goes on where
 * it stopped, and closing a closed month is fine. Needs `payments.change`. Refusals: forbidden {missing}, month_not_over, busy.
 */
export async function closeMonth(ctx: Context, { month }: { month: string }) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  if (!isMonth(month) || !isOver(month, ctx.now)) return fail("month_not_over");
  const of = { month, test: ofTests(ctx) };
  if (await isClosed(ctx.db, month, of.test)) return ok({});
  try {
    const waiting = await partnersWithout(ctx.db, month, of.test);
    for (const some of inBatches(waiting, AT_ONCE))
      await ctx.db.transaction().execute((tx) => makeSome(ctx, tx, of, (id) => some.includes(id)));
    await ctx.db.transaction().execute(async (tx) => {
      await holdMonths(statementsOf(tx));
      await makeSome(ctx, tx, of, () => true);
      if (!(await markClosed(tx, month, of.test, { at: ctx.now, who: ctx.actor.userId }))) return;
      await audit(tx, ctx, { action: "statements.closed", subject: ["statements", month] });
    });
    return ok({});
  } catch (error) {
    if (isBusy(error)) return fail("busy");
    throw error;
  }
}

type Of = { month: string; test: boolean };

/** Makes the statements of those partners of a month who lack one and are wanted. */
async function makeSome(ctx: Context, tx: Tx, of: Of, isWanted: (id: string) => boolean): Promise<void> {
  const on = statementsOf(tx);
  await queueToClose(tx);
  // somebody else may have closed some meanwhile
  const partners = (await partnersWithout(tx, of.month, of.test)).map(({ id }) => id).filter(isWanted);
  if (partners.length === 0) return;
  await holdAlone(on, partners);
  const period = { from: `${of.month}-01`, before: dayAfter(of.month), test: of.test };
  const bookings = await bookingsFrom(on, partners, period);
  const counted = await countPeople(on, partners, bookings);
  const made = partners.map((partner_id) => ({ partner_id, counted: counted.get(partner_id) ?? 0 }));
  await makeStatements(tx, { ...of, at: ctx.now }, made);
  await settleHeld(ctx, tx, { bookings, partners, cause: "closed" });
}

/** How many people of bookings count for each partner, whatever crawl they came to. */
async function countPeople(on: Statements, partners: readonly string[], bookings: readonly string[]) {
  const terms = Map.groupBy(await termsOf(on, partners), ({ partner_id }) => partner_id);
  const counted = new Map<string, number>();
  for (const facts of await bookingFacts(on, bookings)) {
    const { partner_id } = facts;
    const agreed = partner_id === null ? null : termsFor(terms.get(partner_id) ?? [], facts.service_date);
    if (partner_id === null || !agreed) continue;
    counted.set(partner_id, (counted.get(partner_id) ?? 0) + countedPeople(agreed.basis, facts));
  }
  return counted;
}
