/** More than the longest form of the site can be, except those that upload a file. */
export const MOST_FORM_BYTES = 64 * 1024;

const JSON_TYPE = /^application\/json\b/i;
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * The same request with its form read into memory, or the status that refuses it: 415 when it is no form, 413 when it is larger
 * than `most` (by its Content-Length or while reading, so that nobody can fill the memory), 400 when it can't be parsed.
 * Requests without a body pass, and with `takesJson` also JSON, which its reader parses.
 */
export async function readForm(
  request: Request,
  most = MOST_FORM_BYTES,
  takesJson = false,
): Promise<Request | 400 | 413 | 415> {
  if (!request.body) return request;
  const type = request.headers.get("content-type") ?? "";
  const isJson = takesJson && JSON_TYPE.test(type);
  if (!isJson && !FORM.test(type)) return 415;
  if (Number(request.headers.get("content-length") ?? 0) > most) return 413;
  const body = await upTo(most, request.body);
  if (!body) return 413;
  if (isJson) return again(request, body);
  try {
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    // no keyboard types it, and the database can't store it
    for (const [name, value] of form)
      if (`${name}${typeof value === "string" ? value : value.name}`.includes("\0")) return 400;
  } catch {
    return 400;
  }
  return again(request, body);
}

const again = ({ url, method, headers, signal }: Request, body: Uint8Array<ArrayBuffer>) =>
  new Request(url, { method, headers, body, signal });

async function upTo(most: number, stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > most) return null; // leaving the loop cancels the stream
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
