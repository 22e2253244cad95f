import { storageOf } from "#src/platform/storage.server.ts";

const KINDS: Readonly<Record<string, string>> = { avif: "image/avif", webp: "image/webp" };
const FILE = /^[0-9a-f]{32}-\d{3,4}\.(avif|webp)$/;

/** A picture that was kept, for good: its name says what is in it. It may be shown and do nothing, whatever is in its file. */
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
