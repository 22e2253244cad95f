import { fail, ok } from "#src/kernel/result.ts";
import { sessionsEnded } from "#src/modules/base/identity/events.ts";
import { invitationHash } from "#src/modules/base/identity/invite-person.server.ts";
import { renewSession } from "#src/modules/base/identity/renew-session.server.ts";
import { roleOf } from "#src/modules/base/identity/rules/permissions.ts";
import { isOpen, type StaffRole } from "#src/modules/base/identity/rules/roles.ts";
import {
  endInvitation,
  holdAdmins,
  invitationByHash,
  invitationForUpdate,
  writeRole,
} from "#src/modules/base/identity/store/people.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Gives the signed-in user the role they were invited to. The invitation must be for their address, which must be verified; it
 * works once. It never demotes: an admin stays one. Their other sessions end, and the cookies renew this one (`cookie` is the
 * request's header). Refusals: no_user, invitation_over, other_account.
 */
export async function acceptInvitation(ctx: Context, token: string, cookie = "") {
  const { userId, email, emailVerified } = ctx.actor;
  if (userId === null || email === null) return fail("no_user");
  const row = await invitationByHash(ctx.db, invitationHash(token));
  if (!row) return fail("invitation_over");
  if (!emailVerified || email.toLowerCase() !== row.email) return fail("other_account");
  return ctx.db.transaction().execute(async (tx) => {
    const people = await holdAdmins(tx, userId, ctx.settings.ADMIN_EMAILS);
    const person = people.find(({ id }) => id === userId);
    const invitation = await invitationForUpdate(tx, row.id);
    if (!person || !invitation) return fail("invitation_over");
    if (invitation.accepted_by === userId) return ok({ role: invitation.role, cookies: [] });
    if (!isOpen(invitation, ctx.now)) return fail("invitation_over");
    const role = await giveOffered(ctx, tx, invitation, person);
    return ok({ role, cookies: await renewSession(ctx, tx, userId, cookie) });
  });
}

type Offer = { id: string; role: StaffRole; city_ids: string[] | null };
type Taker = { id: string; email: string; email_verified: boolean; role: string | null };

/** Ends an open invitation, which the caller has locked, and gives its role to the user; an admin stays one. Returns their role. */
export async function giveOffered(ctx: Context, tx: Tx, offer: Offer, person: Taker): Promise<StaffRole> {
  await endInvitation(tx, offer.id, { accepted_at: ctx.now, accepted_by: person.id });
  const stays = roleOf(person, ctx.settings.ADMIN_EMAILS) === "admin";
  const role = stays ? "admin" : offer.role;
  if (!stays) await writeRole(tx, person.id, { role, cities: offer.city_ids }, ctx.now);
  await audit(tx, ctx, {
    action: "invitation.accepted",
    subject: ["user", person.id],
    changes: {
      role: [person.role ?? "customer", stays ? person.role : role],
      ...(!stays && offer.city_ids && { cities: [null, offer.city_ids] as const }),
    },
  });
  if (!stays) await ctx.publish(ctx, tx, sessionsEnded({ userId: person.id }));
  return role;
}
