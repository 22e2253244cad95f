import { fail } from "#src/kernel/result.ts";
import { codeAsked } from "#src/modules/booking/events.ts";
import { hashOf } from "#src/modules/booking/guard-unpaid.server.ts";
import { CODE_WINDOW_MS, codeWindows, mailboxOf } from "#src/modules/booking/rules/unpaid.ts";
import type { Context } from "#src/platform/context.server.ts";
import { networkOf } from "#src/platform/network.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

// A code is derived from the mailbox and the quarter of an hour, so nothing is stored that a flood could fill.

const MAILS: Limit = { max: 100, seconds: 900 };
const TRIES: Limit = { max: 10, seconds: 900 };

type Asking = { customer: { email: string }; email_code?: string | undefined };

const codeOf = ({ secret }: Context, email: string, window: number): string => {
  const digest = Buffer.from(sign(secret, `code:${window}:${mailboxOf(email)}`), "base64url");
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
};

const network = ({ actor }: Context) => networkOf(actor.address, { ipv4: 24, ipv6: 48 });

/**
 * Whether the guest is known to read the e-mail that they gave: they sent the code we mailed, or are signed in with that
 * verified address. "wrong" when a code was sent that isn't ours or is too old, or after ten of them in a quarter of an hour.
 */
export async function readsEmail(ctx: Context, input: Asking): Promise<boolean | "wrong"> {
  const { actor } = ctx;
  const { email } = input.customer;
  if (actor.emailVerified && actor.email?.toLowerCase() === email.toLowerCase()) return true;
  const sent = input.email_code?.replaceAll(/\s/g, "");
  if (!sent) return false;
  const key = `hold-code:${hashOf(ctx, mailboxOf(email))}:${network(ctx)}`;
  if (!(await mayUse(ctx.pool, [key], TRIES, ctx.now))) return "wrong";
  return codeWindows(ctx.now).some((window) => sameToken(sent, codeOf(ctx, email, window))) || "wrong";
}

/**
 * Mails a guest the code with which they book although many unpaid places are kept from their network, and refuses until they send
 * it: `email_code_needed`, or `email_code_wrong` where they sent another one. `busy` beyond 100 codes for one network in a
 * quarter of an hour.
 */
export async function askForCode(ctx: Context, input: Asking & { language: "en" | "es" }, isWrong: boolean) {
  const { email } = input.customer;
  const [window] = codeWindows(ctx.now);
  const counted = [`hold-code-mails:${network(ctx)}`];
  if (!isWrong && !(await mayUse(ctx.pool, counted, MAILS, ctx.now))) return fail("busy");
  await ctx.db.transaction().execute((tx) =>
    ctx.publish(
      ctx,
      tx,
      codeAsked({
        email,
        language: input.language,
        key: `hold-code.${hashOf(ctx, mailboxOf(email))}.${window}`,
        token: codeOf(ctx, email, window),
        until: new Date((window + 2) * CODE_WINDOW_MS).toISOString(),
      }),
    ),
  );
  return fail(isWrong ? "email_code_wrong" : "email_code_needed");
}
