import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { inForce, problemsOf, putTexts } from "#src/modules/office/options/put-texts.server.ts";
import { contrastChecks, isFaint } from "#src/modules/office/options/rules/contrast.ts";
import { asStored, errorsIn, type Texts, touched } from "#src/modules/office/options/rules/option-form.ts";
import type { Section } from "#src/modules/office/options/rules/sections.ts";
import { holdSettings } from "#src/modules/base/settings/write-setting.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type SaveOptions = {
  section: Section;
  /** the section's settings as typed, and as the form was opened with */
  texts: Texts;
  was: Texts;
  /** Whether colors that can hardly be read are meant so. */
  confirmed: boolean;
};

/**
 * Saves the settings of a section that were changed in its form; one set back to its default loses its row. Needs
 * `settings.change`. `entry` is the audit entry, null where nothing changed. Refusals: forbidden {missing}, invalid
 * {fieldErrors}, changed_meanwhile {current, keys} (somebody saved another value since the form was opened), too_faint {checks}
 * until confirmed.
 */
export async function saveOptions(ctx: Context, { section, texts, was, confirmed }: SaveOptions) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const keys = touched(section, { texts, was });
  const typed: Texts = Object.fromEntries(keys.map((key) => [key, texts[key]!]));
  const fieldErrors = errorsIn(typed);
  if (fieldErrors.length > 0) return fail("invalid", { fieldErrors });
  const newTexts: Texts = Object.fromEntries(keys.map((key) => [key, asStored(key, typed[key]!)]));
  const done = await ctx.db.transaction().execute(async (tx) => {
    await holdSettings(tx);
    const before = await inForce(tx, section);
    const met = keys.filter((key) => before[key] !== was[key] && before[key] !== newTexts[key]);
    if (met.length > 0) return fail("changed_meanwhile", { current: before, keys: met });
    const after = { ...before, ...newTexts };
    const changed = keys.filter((key) => before[key] !== after[key]);
    const problems = await problemsOf(tx, { section, before, after });
    if (problems.length > 0) return fail("invalid", { fieldErrors: problems });
    if (section === "brand" && changed.length > 0 && !confirmed && isFaint(after))
      return fail("too_faint", { checks: contrastChecks(after) });
    const entry = await putTexts(tx, ctx, { section, changed, before, after });
    return ok({ entry });
  });
  if (done.ok) forgetSettings(ctx);
  return done;
}
