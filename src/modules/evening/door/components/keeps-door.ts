import { OUTBOXES } from "#src/modules/evening/door/rules/outboxes.ts";

const KEPT: readonly string[] = ["door-list", ...Object.values(OUTBOXES)];

/**
 * In the browser: whether this phone keeps anything of the door or of the way between the bars. A guest's never does, and then loads
 * nothing of what takes it off again (forget-door.ts).
 */
export async function keepsDoor(): Promise<boolean> {
  const pages = "caches" in globalThis ? await caches.keys().catch(() => []) : [];
  if (pages.some((name) => name.startsWith("door "))) return true;
  if (!("indexedDB" in globalThis)) return false;
  // an older browser doesn't say what it has
  if (!("databases" in indexedDB)) return true;
  const databases = await indexedDB.databases().catch(() => []);
  return databases.some(({ name = "" }) => KEPT.includes(name));
}
