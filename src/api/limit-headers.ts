import type { CallsLeft } from "#src/modules/programs/api-keys/count-calls.server.ts";

/** What is left of a key's limit, as every answer to its calls says it: draft-ietf-httpapi-ratelimit-headers-10. */
export const limitHeaders = ({ limit, left, seconds }: CallsLeft): Record<string, string> => ({
  "ratelimit-policy": `"key";q=${limit};w=60`,
  ratelimit: `"key";r=${left};t=${seconds}`,
});

/** An answer to a call under a key, which says what is left of its limit; without a key as it is. */
export function withLimit(response: Response, calls: CallsLeft | null): Response {
  for (const [name, value] of Object.entries(calls ? limitHeaders(calls) : {})) response.headers.set(name, value);
  return response;
}
