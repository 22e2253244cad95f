import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { changesOf } from "#src/modules/base/audit/rules/audit-log.ts";
import type { Change } from "#src/modules/base/audit/schema.ts";
import { holdSettings } from "#src/modules/base/settings/write-setting.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { putRates } from "#src/modules/office/options/put-rates.server.ts";
import { inForce, problemsOf, putTexts } from "#src/modules/office/options/put-texts.server.ts";
import { errorsIn, type Texts } from "#src/modules/office/options/rules/option-form.ts";
import { isSameRate, RATED, rateErrors, type RateTexts } from "#src/modules/office/options/rules/rates.ts";
import { RATES, type Section, sectionOf } from "#src/modules/office/options/rules/sections.ts";
import { rateOfTold, textOfTold } from "#src/modules/office/options/rules/audit-text.ts";
import { entryAboutOptions, storedRates } from "#src/modules/office/options/store.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { isSettingKey, textInForce } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Takes back one save of options: each value becomes what it was before. Needs `settings.change`. `entry` is the new audit
 * entry, null where it is taken back already. Refusals: forbidden {missing}, entry_not_found, changed_since (a value was
 * changed again meanwhile), cannot_return (a value that couldn't be saved now, or a currency would lose its rate).
 */
export async function takeBackOptions(ctx: Context, { entry: id }: { entry: number }) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const done = await ctx.db.transaction().execute(async (tx) => {
    await holdSettings(tx);
    const entry = await entryAboutOptions(tx, id);
    if (!entry) return fail("entry_not_found");
    const changes = changesOf(entry.changes);
    return entry.subject_id === RATES
      ? ratesBack(tx, ctx, changes)
      : textsBack(tx, ctx, { section: sectionOf(entry.subject_id), changes });
  });
  if (done.ok) forgetSettings(ctx);
  return done;
}

async function textsBack(tx: Tx, ctx: Context, { section, changes }: { section: Section; changes: readonly Change[] }) {
  const before = await inForce(tx, section);
  const after: Texts = { ...before };
  for (const { field, old, now } of changes) {
    if (!isSettingKey(field) || !(field in before)) return fail("cannot_return");
    // what can't be read any more would count as the default
    if (errorsIn({ [field]: textOfTold(old) }).length > 0) return fail("cannot_return");
    const [then, since] = [textInForce(field, textOfTold(old)), textInForce(field, textOfTold(now))];
    if (before[field] !== since && before[field] !== then) return fail("changed_since");
    after[field] = then;
  }
  if ((await problemsOf(tx, { section, before, after })).length > 0) return fail("cannot_return");
  const changed = changes.flatMap(({ field }) =>
    isSettingKey(field) && before[field] !== after[field] ? [field] : [],
  );
  return ok({ entry: await putTexts(tx, ctx, { isBack: true, section, changed, before, after }) });
}

async function ratesBack(tx: Tx, ctx: Context, changes: readonly Change[]) {
  const before = await storedRates(tx);
  const after: RateTexts = { ...before };
  for (const { field, old, now } of changes) {
    const currency = RATED.find((one) => one === field);
    const then = rateOfTold(old);
    if (!currency) return fail("cannot_return");
    if (!isSameRate(before[currency], rateOfTold(now)) && !isSameRate(before[currency], then))
      return fail("changed_since");
    after[currency] = then;
  }
  const changed = RATED.filter((currency) => !isSameRate(before[currency], after[currency]));
  const errors = rateErrors(after, before, dateIn(ctx.now, HOME_ZONE));
  if (errors.some(({ id }) => changed.some((currency) => id.endsWith(currency)))) return fail("cannot_return");
  return ok({ entry: await putRates(tx, ctx, { isBack: true, changed, before, after }) });
}
