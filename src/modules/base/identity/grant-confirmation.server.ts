import { z } from "zod";
import { fail, ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";
import { readToken, signToken } from "#src/platform/signed-token.server.ts";

/** How long the link that confirms an address works. */
const CONFIRMED_WITHIN_MS = 24 * 3_600_000;

/** What an emailed link confirms: a new account's address, or the one that an account moves to (`newEmail`). */
const Confirmation = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sign_up"), userId: z.uuid(), email: z.string() }),
  // not from which: whoever typed the new one wrong must not tell a stranger the other
  z.object({ kind: z.literal("email_change"), userId: z.uuid(), from: z.string(), newEmail: z.string() }),
]);

type Confirmed = { userId: string; email: string } & ({ kind: "sign_up" } | { kind: "email_change"; newEmail: string });

const PURPOSE = "confirm-email";

const fromOf = (secret: string, email: string) => sign(secret, "moves-from", email).slice(0, 22);

/** Whether a change of address is one from this address of its account. */
export const movesFrom = ({ secret }: Pick<Context, "secret">, { from }: { from: string }, email: string): boolean =>
  sameToken(from, fromOf(secret, email));

/**
 * The token of a link that is emailed to the address that it confirms, and its end as an ISO instant. Signed, not stored: whoever
 * has it reads that address's mail, and nothing more is concluded from it.
 */
export function confirmationToken({ secret, now }: Pick<Context, "secret" | "now">, confirmed: Confirmed) {
  const until = new Date(now.getTime() + CONFIRMED_WITHIN_MS);
  const { email, ...purchaseEvent } = confirmed;
  const claims = purchaseEvent.kind === "sign_up" ? confirmed : { ...purchaseEvent, from: fromOf(secret, email) };
  return { token: signToken(secret, { purpose: PURPOSE, until }, claims), until: until.toISOString() };
}

/** What a link confirms. Refusals: link_expired, link_invalid. */
export function readConfirmation(ctx: Pick<Context, "secret" | "now">, token: string) {
  const claims = readToken(ctx.secret, PURPOSE, token, ctx.now);
  if (claims === "expired") return fail("link_expired");
  return claims === null ? fail("link_invalid") : ok({ confirmation: Confirmation.parse(claims) });
}
