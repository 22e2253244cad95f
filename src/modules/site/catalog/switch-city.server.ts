import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { lockCity, setCityActive } from "#src/modules/site/catalog/store/cities.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Shows a city on the site or hides it with its crawls, which aren't sold meanwhile; bookings stay as they are
 * (docs/decisions/091). Idempotent. Returns its name in the person's language. Refusals: forbidden {missing}, city_not_found.
 */
export async function switchCity(ctx: Context, { id, isActive }: { id: string; isActive: boolean }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockCity(tx, id);
    if (!was) return fail("city_not_found");
    if (was.is_active !== isActive) {
      await setCityActive(tx, id, isActive);
      await audit(tx, ctx, {
        action: isActive ? "city.activated" : "city.deactivated",
        subject: ["city", id],
        changes: { is_active: [was.is_active, isActive] },
      });
    }
    return ok({ name: inLocale(ctx.locale, was.name, was.name_es) });
  });
}
