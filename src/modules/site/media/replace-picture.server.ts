import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { isReplaced, needsOf, type PictureUse, recordOf } from "#src/modules/site/media/rules/uses.ts";
import { pictureReplaced } from "#src/modules/site/media/events.ts";
import { holdReplacement, pictureToShow, usesOf } from "#src/modules/site/media/store.server.ts";
import { exchangeLogo } from "#src/modules/base/settings/exchange-logo.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { logoText } from "#src/modules/base/settings/rules/app-settings.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Puts the picture `by` in the place of another in every use, versions of the home page apart. Needs what a change of each of
 * these uses needs. `places` is how many there were. Refusals: forbidden {missing}, picture_not_found, picture_unused (there is
 * nothing to replace, or no longer), same_picture.
 */
export async function replacePicture(ctx: Context, { id, by }: { id: string; by: string }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  if (id === by) return fail("same_picture");
  const done = await ctx.db.transaction().execute(async (tx) => {
    await holdReplacement(tx, id);
    const picture = await pictureToShow(tx, by);
    if (!picture) return fail("picture_not_found");
    const uses = (await usesOf(tx, id)).filter(isReplaced);
    if (uses.length === 0) return fail("picture_unused");
    const missing = uses.map(needsOf).find((needed) => !can(ctx.actor, needed));
    if (missing) return fail("forbidden", { missing });
    const src = (name: string) => `/uploads/${name}`;
    const logo = logoText({ src: src(by), ...picture.size });
    // records are locked before pictures, as by every save
    await ctx.publish(ctx, tx, pictureReplaced({ from: src(id), to: src(by), alts: picture.alts }));
    const settings = await exchangeLogo(tx, src(id), logo);
    await tell(tx, ctx, { uses, id, by });
    // in the words of a save, which can be taken back
    if (settings.length > 0)
      await audit(tx, ctx, {
        action: "settings.changed",
        subject: ["settings", "brand"],
        changes: Object.fromEntries(settings.map(({ key, before }) => [key, [before, logo] as const])),
      });
    return ok({ places: uses.length });
  });
  if (done.ok) forgetSettings(ctx);
  return done;
}

/** One entry about the picture, and one about each record that shows another now. */
async function tell(tx: Tx, ctx: Context, { uses, id, by }: { uses: readonly PictureUse[]; id: string; by: string }) {
  const changes = { picture: [id, by] as const };
  await audit(tx, ctx, {
    action: "picture.replaced",
    subject: ["picture", id],
    changes: { ...changes, places: [null, uses.length] },
  });
  const subjects = uses.map(recordOf).filter((subject) => subject !== null);
  const records = new Map(subjects.map((subject) => [subject.join(" "), subject]));
  for (const subject of records.values()) await audit(tx, ctx, { action: "picture.replaced", subject, changes });
}
