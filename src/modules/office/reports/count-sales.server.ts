import type { Days } from "#src/kernel/period.ts";
import { dueTonight, OVERLAP_MS, runsOf } from "#src/modules/office/reports/rules/counting.ts";
import { BASES } from "#src/modules/office/reports/schema.ts";
import {
  allDays,
  cameSince,
  countedUntil,
  databaseTime,
  noteCounted,
  recount,
  recountPartners,
  touchedSince,
} from "#src/modules/office/reports/store/sales.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

const daysOf = ({ basis, run: { from, to } }: { basis: string; run: Days }) => ({ basis, from, to });

/** Recounts the days whose partners' guests came in since: entries change nothing else of what was sold. */
async function countWhoCame({ db }: Pick<Context, "db">, since: Date): Promise<void> {
  const days = await cameSince(db, since);
  const runs = BASES.flatMap((basis) => runsOf(days[basis]).map((run) => ({ basis, run })));
  await eachInTurn(runs, { event: "partners.not_counted", about: daysOf }, ({ basis, run }) =>
    db.transaction().execute((tx) => recountPartners(tx, basis, run)),
  );
}

/**
 * Job: recounts the sales of days that changed since the last count, a run of days at a time. Idempotent, also when run
 * concurrently. With `tonight` it also recounts days that nothing is known of (`dueTonight`); with
 * `whole`, and the first time, every day.
 */
export async function countSales(
  ctx: Pick<Context, "db">,
  { whole = false, tonight }: { whole?: boolean; tonight?: string } = {},
): Promise<void> {
  const now = await databaseTime(ctx.db);
  const until = whole ? null : await countedUntil(ctx.db);
  const days = until ? await touchedSince(ctx.db, new Date(+until - OVERLAP_MS)) : await allDays(ctx.db);
  const all = until && tonight ? await allDays(ctx.db) : null;
  const runs = BASES.flatMap((basis) =>
    runsOf([...days[basis], ...(all && tonight ? dueTonight(all[basis], tonight) : [])]).map((run) => ({ basis, run })),
  );
  await eachInTurn(runs, { event: "sales.not_counted", about: daysOf }, ({ basis, run }) =>
    ctx.db.transaction().execute((tx) => recount(tx, basis, run)),
  );
  if (until) await countWhoCame(ctx, new Date(+until - OVERLAP_MS));
  await noteCounted(ctx.db, now);
}
