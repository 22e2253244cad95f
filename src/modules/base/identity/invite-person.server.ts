import { createHash, randomBytes } from "node:crypto";
import { isLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { roleOffered } from "#src/modules/base/identity/events.ts";
import { can, citiesOf, roleOf } from "#src/modules/base/identity/rules/permissions.ts";
import { INVITED_FOR_MS } from "#src/modules/base/identity/rules/roles.ts";
import type { InvitePerson } from "#src/modules/base/identity/schema.ts";
import { accountByEmail, insertInvitation, revokeOpen } from "#src/modules/base/identity/store/people.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The stored hash of an emailed invitation's token. */
export const invitationHash = (token: string): string => createHash("sha256").update(token).digest("base64url");

/**
 * Invites an address to a role by an emailed link that works once and for seven days; an open invitation of the same address is
 * revoked and audited. The email is in the language of the account, where there is one. Admins only. Refusals: forbidden
 * {missing}, city_not_found, has_role (the address has that role already, or is an admin by setting), invited_meanwhile.
 */
export async function invitePerson(ctx: Context, { email, role, language, cities }: InvitePerson) {
  if (!can(ctx.actor, "roles.change")) return fail("forbidden", { missing: "roles.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const limitCities = await ctx.ask.allCities(tx);
    if (cities?.some((city) => !limitCities.some(({ id }) => id === city))) return fail("city_not_found");
    const account = await accountByEmail(tx, email);
    const { ADMIN_EMAILS } = ctx.settings;
    const has = account ? roleOf(account, ADMIN_EMAILS) : ADMIN_EMAILS.includes(email) ? "admin" : "customer";
    const limit = citiesOf(role, cities);
    if (has === role || has === "admin") return fail("has_role");
    const before = await revokeOpen(tx, email, ctx.now);
    const token = randomBytes(32).toString("base64url");
    const expires_at = new Date(ctx.now.getTime() + INVITED_FOR_MS);
    const invitation = await insertInvitation(tx, {
      email,
      role,
      city_ids: limit && [...limit],
      // of an account that nobody has confirmed anybody chose it
      language: account?.email_verified && isLocale(account.language) ? account.language : language,
      token_hash: invitationHash(token),
      invited_by: ctx.actor.userId,
      created_at: ctx.now,
      expires_at,
    });
    if (!invitation) return fail("invited_meanwhile");
    const { id } = invitation;
    if (before)
      await audit(tx, ctx, {
        action: "invitation.revoked",
        subject: ["invitation", before.id],
        changes: { role: [before.role, null] },
      });
    await audit(tx, ctx, {
      action: "invitation.sent",
      subject: ["invitation", id],
      changes: { role: [null, role], ...(limit && { cities: [null, limit] as const }) },
    });
    await ctx.publish(ctx, tx, roleOffered({ invitationId: id, token, until: expires_at.toISOString() }));
    return ok({ id });
  });
}
