import { randomBytes } from "node:crypto";
import { z } from "zod";
import { anyLink, insertLink, linkBy, takeLink } from "#src/modules/base/identity/store/sign-in-links.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

/** How long the link works. */
const WITHIN_MS = 3_600_000;
/** How long another link for the same address is the same press. */
const SAME_PRESS_MS = 600_000;

const Entrant = z.object({ email: z.string(), first_name: z.string(), last_name: z.string() });
/** Whom a link lets in: a mailbox, and the name that a new account is offered. */
export type Entrant = z.infer<typeof Entrant>;

/** The token of a link that signs in whoever reads an address's mail, and its end as an ISO instant; nothing yet knows it. */
export const signInToken = ({ now }: Pick<Context, "now">) => ({
  token: randomBytes(32).toString("base64url"),
  until: new Date(now.getTime() + WITHIN_MS).toISOString(),
});

/** Whether a token has the form of these links; those of `grant-confirmation` have a dot. */
export const isSignInToken = (token: string): boolean => /^[\w-]{43}$/.test(token);

// beside the sign-in library's own links, where nothing that it makes begins like this
const keyOf = (token: string) => hashToken(`sign-in:${token}`);
const read = (row: { value: string } | undefined): Entrant | null =>
  row ? Entrant.parse(JSON.parse(row.value)) : null;

/** Whether an address was sent a link a moment ago that is still good. */
export const hasFreshLink = (tx: Tx, email: string, now: Date): Promise<boolean> =>
  anyLink(tx, email.toLowerCase(), new Date(now.getTime() + WITHIN_MS - SAME_PRESS_MS));

/** Makes a token good, once and until its end: only its hash is stored. */
export const grantSignIn = (tx: Tx, { token, until }: { token: string; until: string }, entrant: Entrant) =>
  insertLink(tx, {
    identifier: keyOf(token),
    // the address first: `anyLink` and `forget_grants` find it there
    value: JSON.stringify({
      email: entrant.email.toLowerCase(),
      first_name: entrant.first_name,
      last_name: entrant.last_name,
    }),
    expires_at: new Date(until),
  });

/** Whom a link lets in, which stays good; null for one that is used, too old or unknown. */
export const seeSignIn = async (db: Db, token: string, now: Date): Promise<Entrant | null> =>
  read(await linkBy(db, keyOf(token), now));

/** The same, and uses it up. */
export const takeSignIn = async (tx: Tx, token: string, now: Date): Promise<Entrant | null> =>
  read(await takeLink(tx, keyOf(token), now));
