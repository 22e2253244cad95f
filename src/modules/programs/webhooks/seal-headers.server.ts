import { seal, unseal } from "#src/platform/secrets.server.ts";

type Headers = Readonly<Record<string, string>>;

const ownerOf = (endpointId: string): string => `webhook-headers:${endpointId}`;

/** The headers of an endpoint's messages as they are stored; null where there are none. */
export const sealHeaders = (secret: string, endpointId: string, headers: Headers): string | null =>
  Object.keys(headers).length === 0 ? null : seal(secret, ownerOf(endpointId), JSON.stringify(headers));

/** The headers that a program gave for its messages. None where they were stored under another secret of the application. */
export function openHeaders(secret: string, endpointId: string, stored: string | null): Record<string, string> {
  const text = stored === null ? null : unseal(secret, ownerOf(endpointId), stored);
  return text === null ? {} : (JSON.parse(text) as Record<string, string>);
}
