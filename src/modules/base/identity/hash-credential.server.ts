import type { Context } from "#src/platform/context.server.ts";
import { isNotServed } from "#src/platform/fair-queue.server.ts";
import type { HashAsker } from "#src/platform/hash-password.server.ts";
import { knownBrowser } from "#src/platform/known-browser.server.ts";
import { networkOf } from "#src/platform/network.server.ts";

// Whose turn it is to have a password hashed (platform/hash-password.server.ts).

/** A signed-in user, or a browser that signed in to the account before, goes before strangers a few times. */
const AHEAD = 4;

/** Provider blocks that anybody can rent, and the provider around them: of IPv6 they get a /48 each. */
function networksOf(address: string): [string, string] {
  const block = networkOf(address, { ipv4: 24, ipv6: 48 });
  return [block, `around ${block.split(/[.:]/).slice(0, 2).join(".")}`];
}

const askerAt = ({ actor, request }: Context, line: HashAsker["line"]): HashAsker => ({
  line,
  shares: networksOf(actor.address),
  ahead: 0,
  ...(request ? { signal: request.signal, rest: request.rest } : {}),
});

/** Whoever needs no account: who signs up, confirms an address, sets a new password, joins the team. */
export const newcomer = (ctx: Context): HashAsker => askerAt(ctx, "newcomers");

/** Whoever signs in to an account. `cookie` is the request's header. */
export function signer(ctx: Context, email: string, cookie: string): HashAsker {
  const asker = askerAt(ctx, "sign-in");
  return knownBrowser(ctx, cookie, email) === null ? asker : ahead(asker, email.toLowerCase());
}

/** The signed-in user, or anybody where there is none. */
export const user = (ctx: Context): HashAsker =>
  ctx.actor.userId === null ? newcomer(ctx) : ahead(askerAt(ctx, "sign-in"), ctx.actor.userId);

/** Counted by account, because an attacker has few of them, and not by network, which they may share with others. */
const ahead = (asker: HashAsker, account: string): HashAsker => ({
  ...asker,
  shares: [`account:${account}`, asker.shares[1]],
  ahead: AHEAD,
});

/** Does `work`; where it came to no hash, it was no guess, and the tries counted for it are taken back. */
export async function orForgive<T>(tries: readonly Try[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isNotServed(error)) for (const one of tries) await one.forgive();
    throw error;
  }
}
type Try = { forgive: () => Promise<void> };
