import { z } from "zod";
import { fail, ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readToken, signToken } from "#src/platform/signed-token.server.ts";

/** How long the link that confirms an address works. */
const CONFIRMED_WITHIN_MS = 24 * 3_600_000;

/** What an emailed link confirms: a new account's address, or the one that an account moves to (`newEmail`). */
const Confirmation = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sign_up"), userId: z.uuid(), email: z.string() }),
  z.object({ kind: z.literal("email_change"), userId: z.uuid(), email: z.string(), newEmail: z.string() }),
]);
export type Confirmation = z.infer<typeof Confirmation>;

const PURPOSE = "confirm-email";

/**
 * The token of a link that is emailed to the address that it confirms, and its end as an ISO instant. Signed, not stored: whoever
 * has it reads that address's mail, and nothing more is concluded from it.
 */
export function confirmationToken(ctx: Pick<Context, "secret" | "now">, confirmation: Confirmation) {
  const until = new Date(ctx.now.getTime() + CONFIRMED_WITHIN_MS);
  return { token: signToken(ctx.secret, { purpose: PURPOSE, until }, confirmation), until: until.toISOString() };
}

/** What a link confirms. Refusals: link_expired, link_invalid. */
export function readConfirmation(ctx: Pick<Context, "secret" | "now">, token: string) {
  const claims = readToken(ctx.secret, PURPOSE, token, ctx.now);
  if (claims === "expired") return fail("link_expired");
  return claims === null ? fail("link_invalid") : ok({ confirmation: Confirmation.parse(claims) });
}
