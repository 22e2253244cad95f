type FileName = { name: string; type: string };

/** The type of a CSV file, as `csvLine` writes one. */
export const CSV_TYPE = "text/csv; charset=utf-8";

/** A file that is made while it is sent, read on only as fast as the browser takes what was read. */
export const streamedFile = (parts: AsyncGenerator<string | Uint8Array>, file: FileName): Response =>
  sentFile(streamed(parts), file);

/** A file for the browser to save; private, so nobody keeps it on the way. */
export const sentFile = (body: BodyInit, { name, type }: FileName): Response =>
  new Response(body, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });

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
