import { fillSome } from "#src/modules/office/booking-admin/store/words.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Bookings in one statement, which then takes some tenths of a second. */
const PORTION = 2000;

/** Job: fills in what bookings made before migration 0101 are found by, a `portion` at a time, until none is left. */
export async function fillWords(ctx: Pick<Context, "db">, { portion = PORTION } = {}): Promise<void> {
  while ((await fillSome(ctx.db, portion)) > 0);
}
