import { fail, ok } from "#src/kernel/result.ts";
import { forgetKept } from "#src/modules/settings/queries.server.ts";
import { settingForUpdate, upsertSetting } from "#src/modules/settings/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Stores one setting and its audit row. Only admins and the system may. */
export async function saveSetting(ctx: Context, { key, value }: { key: string; value: string }) {
  if (ctx.actor.kind !== "system" && !ctx.actor.isAdmin) return fail("forbidden");
  await ctx.db.transaction().execute(async (tx) => {
    const before = await settingForUpdate(tx, key);
    await upsertSetting(tx, key, value);
    await audit(tx, ctx, {
      action: "setting.saved",
      subject: ["app_setting", key],
      changes: { value: [before?.value ?? null, value] },
    });
  });
  forgetKept(ctx.db);
  return ok({ key });
}
