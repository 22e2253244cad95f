import { isUuid } from "#src/kernel/codes.ts";
import { type BarRow, barById } from "#src/modules/evening/stops/store/bars.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

/** Characters of a token's signature: 132 bits, and short enough for a QR code that any phone reads. */
const SIGNED = 22;

/**
 * The token of a bar's secret link: its id and our signature, derived, so that it can be shown again without being stored. Only the
 * newest version opens.
 */
export const barToken = (secret: string, id: string, version: number): string =>
  Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url") + sign(secret, "bar", id, version).slice(0, SIGNED);

type Link = { state: "open" | "off" | "revoked"; bar: BarRow };

/** The bar that a link is of: `revoked` where a newer link exists, `off` where the bar is inactive; null for any other text. */
export async function barOfLink(ctx: Pick<Context, "db" | "secret">, token: string): Promise<Link | null> {
  if (!/^[\w-]{44}$/.test(token)) return null;
  const hex = Buffer.from(token.slice(0, -SIGNED), "base64url").toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const bar = isUuid(id) ? await barById(ctx.db, id) : undefined;
  if (!bar) return null;
  const isVersion = (version: number) => sameToken(token, barToken(ctx.secret, bar.id, version));
  if (isVersion(bar.link_version)) return { state: bar.is_active ? "open" : "off", bar };
  const isOld = Array.from({ length: bar.link_version - 1 }, (_, index) => index + 1).some(isVersion);
  return isOld ? { state: "revoked", bar } : null;
}
