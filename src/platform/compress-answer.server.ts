import { promisify } from "node:util";
import zlib from "node:zlib";

const TEXT = /^(text\/|application\/(json|ld\+json|manifest\+json|xml)|image\/svg)/;
/** A smaller body fits into one packet anyway. */
const WORTH_BYTES = 1000;
/** A longer body is compressed beside this thread; for a short one that costs as much again as compressing it. */
const LONG_BYTES = 65_536;
/** Fast, because the result is used for one response only. */
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } };

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<Buffer, Buffer>(zlib.gzip);

const compress = (encoding: "br" | "gzip", plain: Buffer): Buffer | Promise<Buffer> => {
  if (plain.length > LONG_BYTES) return encoding === "br" ? brotli(plain, BROTLI) : gzip(plain);
  return encoding === "br" ? zlib.brotliCompressSync(plain, BROTLI) : zlib.gzipSync(plain);
};

// `br;q=0` means not accepted
const [BR, GZIP] = ["br", "gzip"].map((name) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?![.\\d]))`, "i"));

/** The best of our encodings that an Accept-Encoding header allows; null for none. */
export const encodingFor = (accepted: string): "br" | "gzip" | null =>
  BR?.test(accepted) ? "br" : GZIP?.test(accepted) ? "gzip" : null;

/** The same response to a GET, compressed where it is text and the client supports it. Holds the whole body in memory. */
export async function compressAnswer(request: Request, answer: Response): Promise<Response> {
  const accepted = request.method === "GET" ? (request.headers.get("accept-encoding") ?? "") : "";
  const encoding = encodingFor(accepted);
  const { headers, status } = answer;
  if (!encoding || !answer.body || headers.has("content-encoding") || !TEXT.test(headers.get("content-type") ?? ""))
    return answer;
  const plain = Buffer.from(await answer.arrayBuffer());
  if (plain.length < WORTH_BYTES) return new Response(plain, { status, headers });
  const body = await compress(encoding, plain);
  const compressed = new Headers(headers);
  compressed.set("content-encoding", encoding);
  compressed.set("content-length", String(body.length));
  compressed.append("vary", "accept-encoding");
  return new Response(new Uint8Array(body), { status, headers: compressed });
}
