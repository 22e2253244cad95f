import { countMonth } from "#src/modules/sales/affiliates/store/visit-months.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Job: brings the sums of visits up to the day before yesterday, a month at a time. Idempotent, also when run concurrently. */
export async function countVisits({ db }: Pick<Context, "db">): Promise<void> {
  while (await db.transaction().execute(countMonth));
}
