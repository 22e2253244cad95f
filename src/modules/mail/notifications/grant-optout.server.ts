import { localizedPath, type Locale } from "#src/kernel/localized.ts";
import { mailboxOf } from "#src/kernel/mailbox.ts";
import { optoutAt } from "#src/modules/mail/notifications/store/optouts.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import { sameToken, sharedSecret, sign, storedSecret } from "#src/platform/secrets.server.ts";

/** Kept by the database, not the operator's: another APP_SECRET must neither forget who unsubscribed nor break the links. */
const SECRET = "email-optouts";

/** The secret of each database, which never changes. */
const identifiers = new WeakMap<Db, string>();

/** The secret, or null before it was first needed: reading must not write. */
async function keptSecret({ db }: Pick<Context, "db">): Promise<string | null> {
  const secret = identifiers.get(db) ?? (await storedSecret(db, SECRET));
  if (secret !== null) identifiers.set(db, secret);
  return secret;
}

const secretOf = async ({ db }: Pick<Context, "db">) => (await keptSecret({ db })) ?? sharedSecret(db, SECRET);

const hashOf = (secret: string, address: string) => sign(secret, "address", mailboxOf(address));

/** The hash under which a mailbox is remembered, however it is written. Nobody can work it out without the installation's secret. */
export const addressHash = async (ctx: Pick<Context, "db">, address: string): Promise<string> =>
  hashOf(await secretOf(ctx), address);

/** When the owner of an address refused emails that aren't about their own bookings; undefined who didn't. Writes nothing. */
export async function refusedAt(ctx: Pick<Context, "db">, address: string): Promise<Date | undefined> {
  const secret = await keptSecret(ctx);
  return secret === null ? undefined : optoutAt(ctx.db, hashOf(secret, address));
}

/** Why the owner of an address gets none of those emails, or null. */
export const whyRefused = async (ctx: Pick<Context, "db">, address: string): Promise<string | null> =>
  (await refusedAt(ctx, address)) ? "its reader has unsubscribed" : null;

const signatureOf = (secret: string, hash: string) => sign(secret, "unsubscribe", hash);

/** The link by which the owner of an address unsubscribes. It names the address only as its hash. */
export async function optoutLink(ctx: Pick<Context, "db" | "settings">, address: string, locale: Locale) {
  const hash = await addressHash(ctx, address);
  const token = `${hash}.${signatureOf(await secretOf(ctx), hash)}`;
  return `${ctx.settings.BASE_URL}${localizedPath("/unsubscribe", locale)}?token=${token}`;
}

/** An email for readers who aren't its recipient: the link by which that one unsubscribes leads nowhere. */
export const withoutOptoutLink = (html: string): string =>
  html.replaceAll(/href="[^"]*\/unsubscribe\?token=[^"]*"/g, 'href="#"');

/** The hash in a link's token, or null where we didn't make it. Writes nothing. */
export async function hashIn(ctx: Pick<Context, "db">, token: string | null): Promise<string | null> {
  const [, hash, signature] = /^([\w-]{43})\.([\w-]{43})$/.exec(token ?? "") ?? [];
  if (!hash || !signature) return null;
  const secret = await keptSecret(ctx);
  return secret !== null && sameToken(signature, signatureOf(secret, hash)) ? hash : null;
}
