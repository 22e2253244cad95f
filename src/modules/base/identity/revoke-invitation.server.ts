import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { endInvitation, invitationForUpdate } from "#src/modules/base/identity/store/people.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Revokes an invitation: its link no longer works. Admins only. Refusals: forbidden {missing}, invitation_not_found,
 * invitation_accepted.
 */
export async function revokeInvitation(ctx: Context, { invitation_id: id }: { invitation_id: string }) {
  if (!can(ctx.actor, "roles.change")) return fail("forbidden", { missing: "roles.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const invitation = await invitationForUpdate(tx, id);
    if (!invitation) return fail("invitation_not_found");
    if (invitation.accepted_at) return fail("invitation_accepted");
    if (invitation.revoked_at) return ok({});
    await endInvitation(tx, id, { revoked_at: ctx.now });
    await audit(tx, ctx, {
      action: "invitation.revoked",
      subject: ["invitation", id],
      changes: { role: [invitation.role, null] },
    });
    return ok({});
  });
}
