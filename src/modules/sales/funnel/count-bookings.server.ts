import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Step } from "#src/modules/sales/funnel/rules/visit.ts";
import {
  addCounts,
  deleteCountsBefore,
  takePaid,
  takeStarted,
  type Tally,
} from "#src/modules/sales/funnel/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Job: counts the bookings whose payment was started or that were confirmed since, each once, and forgets by what kind of device they
 * came. Idempotent: what is counted is taken in the same transaction.
 */
export async function countBookings({ db, ask }: Pick<Context, "db" | "ask">): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const started = await takeStarted(tx, { ask });
    const paid = await takePaid(tx, { ask });
    await addCounts(tx, [...summed("started", started), ...summed("paid", paid)]);
  });
}

function summed(step: Step, paidRows: Awaited<ReturnType<typeof takePaid>>): Tally[] {
  const groups = Map.groupBy(paidRows, ({ at, device, language, source, test }) =>
    JSON.stringify({ day: dateIn(at, HOME_ZONE), step, device, language, source, test }),
  );
  return [...groups].map(([key, of]) => ({ ...(JSON.parse(key) as Omit<Tally, "count">), count: of.length }));
}

/** Ends the counts of days before an instant. */
export const forgetSteps = ({ db }: Pick<Context, "db">, before: Date): Promise<void> =>
  deleteCountsBefore(db, dateIn(before, HOME_ZONE));
