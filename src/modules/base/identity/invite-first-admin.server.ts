import { randomBytes } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { invitationHash } from "#src/modules/base/identity/invite-person.server.ts";
import { roleOf } from "#src/modules/base/identity/rules/permissions.ts";
import {
  holdAdmins,
  insertInvitation,
  oneFirstAdmin,
  revokeOpenAdmins,
} from "#src/modules/base/identity/store/people.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** How long the link of a first admin works: it is used by whoever stands at the terminal. */
export const FIRST_ADMIN_MS = 24 * 3_600_000;

/**
 * Makes the link with which an address becomes the first admin; it works once and for a day, and takes the place of any earlier
 * one, for whichever address (`replaced`). For the command line, whose user can reach the database anyway. Refusal: admin_exists.
 */
export async function inviteFirstAdmin(ctx: Pick<Context, "db" | "now" | "actor" | "settings">, email: string) {
  const address = email.trim().toLowerCase();
  return ctx.db.transaction().execute(async (tx) => {
    await oneFirstAdmin(tx);
    const people = await holdAdmins(tx, null, ctx.settings.ADMIN_EMAILS);
    if (people.some((one) => one.banned !== true && roleOf(one, ctx.settings.ADMIN_EMAILS) === "admin"))
      return fail("admin_exists");
    const before = await revokeOpenAdmins(tx, address, ctx.now);
    const token = randomBytes(32).toString("base64url");
    const expires_at = new Date(ctx.now.getTime() + FIRST_ADMIN_MS);
    const invitation = await insertInvitation(tx, {
      email: address,
      role: "admin",
      city_ids: null,
      language: "en",
      token_hash: invitationHash(token),
      invited_by: null,
      created_at: ctx.now,
      expires_at,
    });
    if (!invitation) throw new Error("an open invitation of this address is left");
    for (const { id } of before) await audit(tx, ctx, { action: "invitation.revoked", subject: ["invitation", id] });
    await audit(tx, ctx, {
      action: "invitation.sent",
      subject: ["invitation", invitation.id],
      changes: { role: [null, "admin"] },
    });
    return ok({ token, expires_at, replaced: before.length > 0 });
  });
}
