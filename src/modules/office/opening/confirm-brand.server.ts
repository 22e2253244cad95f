import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { storedNames } from "#src/modules/office/opening/read-names.server.ts";
import { keepSettings } from "#src/modules/base/settings/write-setting.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { defaultTextOf } from "#src/modules/base/settings/rules/app-settings.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Confirms that the names which came with the product are the operator's, where nobody has set others. Needs `settings.change`.
 * Idempotent. Refusal: forbidden {missing}.
 */
export async function confirmBrand(ctx: Context) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  await ctx.db.transaction().execute(async (tx) => {
    const { shipped } = await storedNames(tx);
    if (shipped.length === 0) return;
    const result = await keepSettings(
      tx,
      shipped.map((key) => ({ key, value: defaultTextOf(key) })),
    );
    if (result.length > 0) await audit(tx, ctx, { action: "brand.confirmed", subject: ["sales", "all"] });
  });
  forgetSettings(ctx);
  return ok({});
}
