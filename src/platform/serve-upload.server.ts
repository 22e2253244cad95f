import { storageOf } from "#src/platform/storage.server.ts";

const KINDS: Readonly<Record<string, string>> = { avif: "image/avif", webp: "image/webp" };
const FILE = /^[0-9a-f]{32}-\d{3,4}\.(avif|webp)$/;

/**
 * Serves an uploaded picture as immutable: its name is derived from its content. The headers let it be displayed but never run,
 * whatever the file contains.
 */
export async function serveUpload(settings: { DATA_DIR: string }, file: string): Promise<Response> {
  const [, ending = ""] = FILE.exec(file) ?? [];
  const bytes = ending === "" ? null : await storageOf(settings).read(file);
  const guarded = { "x-content-type-options": "nosniff", "content-security-policy": "default-src 'none'; sandbox" };
  if (!bytes) return new Response(null, { status: 404, headers: { ...guarded, "cache-control": "no-store" } });
  return new Response(bytes, {
    headers: {
      ...guarded,
      "content-type": KINDS[ending] ?? "application/octet-stream",
      "content-length": String(bytes.byteLength),
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}
