import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { isRedirect, type OfferedScope } from "#src/modules/programs/connections/rules/connection.ts";

/** What a program says of itself when it registers (RFC 7591); whatever else it says counts for nothing. */
export const ClientMetadata = z.object({
  client_name: z
    .string()
    .transform((text) => toOneLine(text.slice(0, 240)).slice(0, 60).trim())
    .optional()
    .catch(undefined),
  redirect_uris: z.array(z.string().max(500).refine(isRedirect)).min(1).max(10),
});
export type ClientMetadata = z.infer<typeof ClientMetadata>;

/** What somebody answers a program. */
export const ConsentAnswer = z.object({ answer: z.enum(["allow", "deny"]) });
export type ConsentAnswer = z.infer<typeof ConsentAnswer>["answer"];

/** One connection. */
export const OneConnection = z.object({ id: z.uuid() });

/** What a program asks somebody for; `host` is where the code goes, null on their own device; `until` a date. */
export type Consent = {
  program: string;
  host: string | null;
  email: string;
  scopes: readonly OfferedScope[];
  until: string;
};

/** A connection as its page shows it: its first and last date, and the instant of its last use (ISO). */
export type Connection = {
  id: string;
  program: string;
  host: string | null;
  person: string;
  isOwn: boolean;
  scopes: readonly OfferedScope[];
  since: string;
  until: string;
  used: string | null;
};
