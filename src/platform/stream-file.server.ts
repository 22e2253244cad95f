/** A file to download or attach. */
export type File = { filename: string; contentType: string; content: Buffer };

type FileName = { name: string; type: string };

/** Content type of a CSV file, as `csvOf` writes it. */
export const CSV_TYPE = "text/csv; charset=utf-8";

/** A file that is generated while it is sent, only as fast as the browser reads it. */
export const streamedFile = (parts: AsyncGenerator<string | Uint8Array>, file: FileName): Response =>
  sentFile(streamed(parts), file);

/** A download; private, so no proxy caches it. */
export const sentFile = (body: BodyInit, { name, type }: FileName): Response =>
  new Response(body, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });

/** The answer to whoever took too many files, with the whole seconds until they may take another. */
export const tooManyFiles = (seconds: number): Response =>
  new Response(null, { status: 429, headers: { "retry-after": String(seconds), "cache-control": "no-store" } });

function streamed(parts: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (stream) => {
      const { done, value } = await parts.next();
      if (done) stream.close();
      else stream.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}
