import { mailboxOf } from "#src/kernel/mailbox.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { codeAsked } from "#src/modules/sales/booking/events.ts";
import { hashOf } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import { type Because, CODE_WINDOW_MS, codeWindows } from "#src/modules/sales/booking/rules/unpaid.ts";
import type { Context } from "#src/platform/context.server.ts";
import { mailIsAway } from "#src/platform/mail-outage.server.ts";
import { type Act, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";
import { giveBack, type Limit, mayUse } from "#src/platform/rate-limit.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

// A code is derived from the mailbox and the quarter of an hour, so nothing is stored that a flood could fill.

const SECONDS = CODE_WINDOW_MS / 1000;
const ONE: Limit = { max: 1, seconds: SECONDS };
/** Codes that guests of one network (IPv4 /24, IPv6 /48) are mailed. */
export const CODE_MAILS: Act = { name: "hold-code-mails", limit: { max: 100, seconds: SECONDS }, wider: [1, 1] };
/** Tries at a mailbox's codes by one such network, and by all: six digits must not be found by whoever has many networks. */
const TRIES: Act = { name: "hold-code", limit: { max: 10, seconds: SECONDS }, wider: [1, 1] };
const TRIES_IN_ALL = 30;

type Asking = { customer: { email: string }; email_code?: string | undefined; language: "en" | "es" };

const codeOf = ({ secret }: Context, email: string, window: number): string => {
  const digest = Buffer.from(sign(secret, "code", window, mailboxOf(email)), "base64url");
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
};

/**
 * Has a guest show that they read the email that they gave, where one must: by the code that was mailed there, or by being signed in
 * with that verified address. `proven` is false while the mail server is known to be away: nobody can be mailed a code then. Else
 * refuses and mails the code, once per mailbox and quarter of an hour: email_code_needed {because}, email_code_wrong for a code that
 * isn't ours or is too old (any, after ten tries of one network or thirty of all in a quarter of an hour), too_many_attempts {of: codes, retry_after} when a network
 * was mailed a hundred.
 */
export async function proveEmail(ctx: Context, input: Asking, because: Because) {
  const reads = await readsEmail(ctx, input);
  if (reads === true) return ok({ proven: true });
  if (await mailIsAway(ctx)) return ok({ proven: false });
  if (!(await mailCode(ctx, input)))
    return fail("too_many_attempts", { of: "codes" as const, retry_after: retryAfter(ctx, CODE_MAILS) });
  return reads === "wrong" ? fail("email_code_wrong") : fail("email_code_needed", { because });
}

async function readsEmail(ctx: Context, input: Asking): Promise<boolean | "wrong"> {
  const { actor } = ctx;
  const { email } = input.customer;
  if (actor.emailVerified && actor.email?.toLowerCase() === email.toLowerCase()) return true;
  const sent = input.email_code;
  if (!sent) return false;
  const atMailbox = { ...TRIES, name: `${TRIES.name}:${hashOf(ctx, mailboxOf(email))}` };
  if (!(await mayDo(ctx, atMailbox, [{ who: "all networks", max: TRIES_IN_ALL }]))) return "wrong";
  return codeWindows(ctx.now).some((window) => sameToken(sent, codeOf(ctx, email, window))) || "wrong";
}

/** Mails the code unless that mailbox has it already. False when the guest's network was mailed too many. */
async function mailCode(ctx: Context, { customer: { email }, language }: Asking): Promise<boolean> {
  const mailbox = hashOf(ctx, mailboxOf(email));
  const first = [`hold-code-mailed:${mailbox}`];
  // counted outside of the transaction: a crowd of one network would wait for each other with the pool's connections
  if (!(await mayUse(ctx.pool, first, ONE, ctx.now))) return true;
  if (!(await mayDo(ctx, CODE_MAILS))) {
    await giveBack(ctx.pool, first, ONE, ctx.now);
    return false;
  }
  const [window] = codeWindows(ctx.now);
  const code = {
    email,
    language,
    key: `hold-code.${mailbox}.${window}`,
    token: codeOf(ctx, email, window),
    until: new Date((window + 2) * CODE_WINDOW_MS).toISOString(),
  };
  await ctx.db.transaction().execute((tx) => ctx.publish(ctx, tx, codeAsked(code)));
  return true;
}
