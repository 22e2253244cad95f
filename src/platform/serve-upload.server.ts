import { log } from "#src/platform/log.server.ts";
import { storageOf, type StorageSettings } from "#src/platform/storage.server.ts";
import { StorageAway } from "#src/platform/stored-file.server.ts";

const KINDS: Readonly<Record<string, string>> = { avif: "image/avif", webp: "image/webp" };
const FILE = /^[0-9a-f]{32}-\d{3,4}\.(avif|webp)$/;

/** The headers let an uploaded picture be displayed but never run, whatever the file contains. */
const GUARDED = { "x-content-type-options": "nosniff", "content-security-policy": "default-src 'none'; sandbox" };
const nothing = (status: number, more = {}) =>
  new Response(null, { status, headers: { ...GUARDED, "cache-control": "no-store", ...more } });

/**
 * Serves an uploaded picture as immutable: its name is derived from its content. It is streamed from the store; 404 without such
 * a picture, 503 while the store doesn't answer.
 */
export async function serveUpload(settings: StorageSettings, file: string, method = "GET"): Promise<Response> {
  const [, ending = ""] = FILE.exec(file) ?? [];
  if (ending === "") return nothing(404);
  try {
    const stored = await storageOf(settings).read(file);
    if (!stored) return nothing(404);
    if (method === "HEAD") await stored.body.cancel();
    return new Response(method === "HEAD" ? null : stored.body, {
      headers: {
        ...GUARDED,
        "content-type": KINDS[ending] ?? "application/octet-stream",
        "content-length": String(stored.size),
        "cache-control": "public, max-age=31536000, immutable",
      },
    });
  } catch (error) {
    if (!(error instanceof StorageAway)) throw error;
    log("warn", "uploads.away", { message: error.message });
    return nothing(503, { "retry-after": "2" });
  }
}
