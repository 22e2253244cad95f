import { localizedPath, type Locale } from "#src/kernel/localized.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sameToken, sharedSecret, sign } from "#src/platform/secrets.server.ts";

/** Kept by the database, not the operator's: another APP_SECRET must neither forget who unsubscribed nor break the links. */
const SECRET = "email-optouts";

const secretOf = ({ db }: Pick<Context, "db">) => sharedSecret(db, SECRET);

/** The hash under which an address is remembered. Nobody can work it out without the installation's secret. */
export const addressHash = async (ctx: Pick<Context, "db">, address: string): Promise<string> =>
  sign(await secretOf(ctx), `address:${address.trim().toLowerCase()}`);

const signatureOf = (secret: string, hash: string) => sign(secret, `unsubscribe:${hash}`);

/** The link by which the owner of an address unsubscribes. It names the address only as its hash. */
export async function optoutLink(ctx: Pick<Context, "db" | "settings">, address: string, locale: Locale) {
  const hash = await addressHash(ctx, address);
  const token = `${hash}.${signatureOf(await secretOf(ctx), hash)}`;
  return `${ctx.settings.BASE_URL}${localizedPath("/unsubscribe", locale)}?token=${token}`;
}

/** The hash in a link's token, or null where we didn't make it. */
export async function hashIn(ctx: Pick<Context, "db">, token: string | null): Promise<string | null> {
  const [, hash, signature] = /^([\w-]{43})\.([\w-]{43})$/.exec(token ?? "") ?? [];
  if (!hash || !signature) return null;
  return sameToken(signature, signatureOf(await secretOf(ctx), hash)) ? hash : null;
}
