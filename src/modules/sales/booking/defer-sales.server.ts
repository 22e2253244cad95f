import { postAll } from "#src/modules/base/ledger/post-entries.server.ts";
import { type Misplaced, misplacedSales } from "#src/modules/sales/booking/store/deferral.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { failuresOf, throwTogether } from "#src/platform/each-in-turn.server.ts";

/** Bookings posted in one transaction. */
const PORTION = 500;

const DAY_MS = 86_400_000;

/** How long a sale or a night is looked at; the job may stand still as long. */
const LOOKED_AT_MS = 35 * DAY_MS;

/** How far back an entry may be dated: a month that is closed later than that stays as it was taken out. */
const BACKDATED_MS = 3 * DAY_MS;

/**
 * Job: what was sold for a night to come is a liability until the night begins (docs/decisions/144). Looks at what each booking's
 * accounts say and posts the difference, so that moves, refunds and nights that were moved need nothing of their own. Idempotent,
 * also when run concurrently.
 */
export async function deferSales({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  const [since, recent] = [new Date(+now - LOOKED_AT_MS), new Date(+now - BACKDATED_MS)];
  const failed: Error[] = [];
  const naming = { event: "sale.not_deferred", about: ({ booking_id }: Misplaced) => ({ booking: booking_id }) };
  for (let after: Misplaced | null = null; ;) {
    const wrong: Misplaced[] = await misplacedSales(db, { now, since, recent, after, limit: PORTION });
    // one by one only where one of them fails
    await post(db, wrong).catch(async () =>
      failed.push(...(await failuresOf(wrong, naming, (one) => post(db, [one])))),
    );
    if (wrong.length < PORTION) break;
    after = wrong.at(-1)!;
  }
  throwTogether(failed, "sales weren't deferred");
}

const post = (db: Context["db"], wrong: readonly Misplaced[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const { booking_id: bookingId, currency, test, amount, at, last } of wrong) {
      const kind = amount < 0 ? ("deferred" as const) : ("earned" as const);
      const key = `booking:${bookingId}:${kind}:${last}`;
      await postAll(tx, at, [
        { about: { purchaseId: bookingId, test }, postings: [{ key, kind, amount: Math.abs(amount), currency }] },
      ]);
    }
  });
