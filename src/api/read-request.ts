import { i18nFor } from "#src/locales/i18n.ts";
import { isLocale, type Locale, preferredLocale } from "#src/kernel/localized.ts";
import { fieldProblem, problem } from "#src/api/problem.ts";

/** Maximum request body where an endpoint sets none; a booking of 100 people with the longest names is about 20 KB. */
const MAX_BODY_BYTES = 32_768;

/** A request's query as an object, parsed without a URL object; or the name of a duplicate key. */
export function readQuery(url: string): { values: Record<string, string> } | { doubled: string } {
  const values = Object.create(null) as Record<string, string>;
  const at = url.indexOf("?");
  if (at === -1) return { values };
  for (const [key, value] of new URLSearchParams(url.slice(at + 1))) {
    if (key in values) return { doubled: key };
    values[key] = value;
  }
  return { values };
}

/** The refusal of a duplicate key: which one was meant would be a guess. */
export const refuseDoubled = async (field: string, locale: Locale) =>
  problem("invalid", locale, { errors: [fieldProblem(field, "doubled", await i18nFor(locale))] });

/**
 * The text of a body of at most `max` bytes; null when it is larger, detected before more than that is read. An aborted body
 * reads as empty: its sender is gone.
 */
export const readText = (request: Request, max: number): Promise<string | null> =>
  boundedText(request, max).catch(() => "");

async function boundedText(request: Request, max: number): Promise<string | null> {
  const { headers } = request;
  const length = headers.get("content-length");
  // Node's parser enforces the declared length, so it can be trusted; a chunked body is counted
  if (length !== null && !headers.has("transfer-encoding")) return Number(length) <= max ? request.text() : null;
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > max) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The JSON of a request, or why there is none. An empty body reads as `{}`: the schema then reports what is missing. */
export async function readJson(
  request: Request,
  most = MAX_BODY_BYTES,
): Promise<{ json: unknown } | { refusal: "too_large" | "wrong_content_type" | "not_json" }> {
  const type = request.headers.get("content-type");
  const encoding = request.headers.get("content-encoding");
  const isJson = type !== null && /^application\/json\s*(;|$)/i.test(type);
  if ((type !== null && !isJson) || (encoding !== null && encoding !== "identity"))
    return { refusal: "wrong_content_type" };
  const text = await readText(request, most);
  if (text === null) return { refusal: "too_large" };
  if (text === "") return { json: {} };
  if (!isJson) return { refusal: "wrong_content_type" };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return { refusal: "not_json" };
  }
}

/** The language of a response: the body's, else the best of Accept-Language, else `?lang`, else English. */
export function languageOf(headers: Headers, query: Record<string, string>, body?: unknown): Locale {
  const named = typeof body === "object" && body !== null && "language" in body ? body.language : undefined;
  if (isLocale(named)) return named;
  const header = headers.get("accept-language");
  const wished = header === null ? null : preferredLocale(header);
  if (wished) return wished;
  return isLocale(query["lang"]) ? query["lang"] : "en";
}
