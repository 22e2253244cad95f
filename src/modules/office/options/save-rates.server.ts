import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { holdSettings } from "#src/modules/base/settings/write-setting.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { putRates } from "#src/modules/office/options/put-rates.server.ts";
import { isSameRate, movesIn, RATED, rateErrors, type RateTexts } from "#src/modules/office/options/rules/rates.ts";
import { storedRates } from "#src/modules/office/options/store.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type SaveRates = {
  /** the rates as typed, and as the form was opened with */
  rates: RateTexts;
  was: RateTexts;
  /** Whether rates that move far are meant so. */
  confirmed: boolean;
};

/**
 * Saves the exchange rates that were changed in their form. Bookings keep the rate they were made with. Needs
 * `settings.change`. Refusals: forbidden {missing}, invalid {fieldErrors} (a rate of 0 among them), changed_meanwhile {current},
 * asks_again {moves} until confirmed: those that move by more than 20 %.
 */
export async function saveRates(ctx: Context, { rates, was, confirmed }: SaveRates) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const touched = RATED.filter((currency) => !isSameRate(rates[currency], was[currency]));
  const done = await ctx.db.transaction().execute(async (tx) => {
    await holdSettings(tx);
    const before = await storedRates(tx);
    const fieldErrors = rateErrors(rates, before, dateIn(ctx.now, HOME_ZONE)).filter(({ id }) =>
      touched.some((currency) => id.endsWith(currency)),
    );
    if (fieldErrors.length > 0) return fail("invalid", { fieldErrors });
    const changed = touched.filter((currency) => !isSameRate(before[currency], rates[currency]));
    if (changed.some((currency) => !isSameRate(before[currency], was[currency])))
      return fail("changed_meanwhile", { current: before });
    const moves = movesIn(changed, rates, before);
    if (moves.length > 0 && !confirmed) return fail("asks_again", { moves });
    return ok({ entry: await putRates(tx, ctx, { changed, before, after: rates }) });
  });
  if (done.ok) forgetSettings(ctx);
  return done;
}
