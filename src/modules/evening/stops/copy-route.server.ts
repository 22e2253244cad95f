import { ownRoute } from "#src/modules/evening/stops/store/route.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Gives a departure its own stops, so that rows can name them; once. For other modules' use cases, which check access. */
export async function copyRoute(tx: Tx, departureId: string): Promise<void> {
  await ownRoute(tx, departureId);
}
