import { keepOperation } from "#src/modules/office/operations/store.server.ts";
import type { Db } from "#src/platform/db.server.ts";

/**
 * Records when something was last done to the installation as a whole and with what result; `/admin/health` and the metrics show
 * it. For the command line, whose user can reach the database anyway.
 */
export const recordOperation = (
  db: Db,
  operation: { name: "backup"; at: Date; ok: boolean; details: Record<string, unknown> },
): Promise<void> => keepOperation(db, operation);
