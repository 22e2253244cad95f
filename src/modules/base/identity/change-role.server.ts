import { fail, ok } from "#src/kernel/result.ts";
import { sessionsEnded } from "#src/modules/base/identity/events.ts";
import { can, citiesOf, type Role, ROLES } from "#src/modules/base/identity/rules/permissions.ts";
import { logEnded } from "#src/modules/base/identity/renew-session.server.ts";
import { isRise, isWider, sameCities, whyNotRole } from "#src/modules/base/identity/rules/roles.ts";
import type { ChangeRole } from "#src/modules/base/identity/schema.ts";
import { endSessions } from "#src/modules/base/identity/store.server.ts";
import { holdAdmins, writeRole } from "#src/modules/base/identity/store/people.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Gives a user another role, or none (`customer`), or limits it to other cities, effective from their next request; a rise ends their
 * sessions, so that no cookie from before gains by it, and every change what programs may do for them. Locks all admins and rechecks that the
 * caller is still one: of two admins who demote each other at once, one stays. Returns the user's name. Admins only. Refusals:
 * forbidden {missing}, city_not_found, user_not_found, admin_by_setting, last_admin, confirm_self, changed_meanwhile {current}.
 */
export async function changeRole(ctx: Context, { user_id: id, role, was, sure, ...wish }: ChangeRole) {
  if (!can(ctx.actor, "roles.change")) return fail("forbidden", { missing: "roles.change" });
  const adminEmails = ctx.settings.ADMIN_EMAILS;
  return ctx.db.transaction().execute(async (tx) => {
    const people = await holdAdmins(tx, id, adminEmails);
    const by = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    const why = whyNotRole(people, { id, role, by, sure }, adminEmails);
    if (why === "forbidden") return fail(why, { missing: "roles.change" });
    if (why !== null) return fail(why);
    const person = people.find((one) => one.id === id)!;
    const limitCities = await ctx.ask.allCities(tx);
    if (wish.cities?.some((city) => !limitCities.some(({ id: one }) => one === city))) return fail("city_not_found");
    const current = ROLES.find((one) => one === person.role) ?? "customer";
    const [before, cities] = [limitOf(current, person.city_ids), limitOf(role, wish.cities)];
    if (current !== was || !sameCities(before, limitOf(was, wish.was_cities)))
      return fail("changed_meanwhile", { current });
    if (current === role && sameCities(before, cities)) return ok({ name: person.name });
    await writeRole(tx, id, { role, cities }, ctx.now);
    const ended =
      isRise(current, role) || (role !== "customer" && isWider(before, cities)) ? await endSessions(tx, id, null) : 0;
    await logEnded(ctx, tx, id, ended);
    const changes = {
      ...(current !== role && { role: [current, role] as const }),
      ...(!sameCities(before, cities) && { cities: [before, cities] as const }),
      ...(ended > 0 && { sessions: [ended, 0] as const }),
    };
    await audit(tx, ctx, { action: "role.changed", subject: ["user", id], changes });
    await ctx.publish(ctx, tx, sessionsEnded({ userId: id }));
    return ok({ name: person.name });
  });
}

/** The cities that a role is limited to; null for customers and for roles without a limit. */
const limitOf = (role: Role, cities: readonly string[] | null) => (role === "customer" ? null : citiesOf(role, cities));
