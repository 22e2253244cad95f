import { writeRate } from "#src/modules/base/settings/write-setting.server.ts";
import type { Rated, RateText, RateTexts } from "#src/modules/office/options/rules/rates.ts";
import { RATES } from "#src/modules/office/options/rules/sections.ts";
import { lastEntryAboutOptions } from "#src/modules/office/options/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Put = {
  isBack?: boolean;
  changed: readonly Rated[];
  before: RateTexts;
  after: RateTexts;
};

const auditRate = (rate: RateText) => (rate.rate === "" ? null : rate);

/**
 * Stores rates that changed under the lock of `holdSettings`, with their audit entry, whose id it gives; null when nothing
 * changed.
 */
export async function putRates(
  tx: Tx,
  ctx: Pick<Context, "actor">,
  { isBack = false, changed, before, after }: Put,
): Promise<number | null> {
  if (changed.length === 0) return null;
  for (const currency of changed)
    await writeRate(tx, currency, { rate: Number(after[currency].rate), date: after[currency].date });
  const changes = Object.fromEntries(
    changed.map((currency) => [currency, [auditRate(before[currency]), auditRate(after[currency])] as const]),
  );
  await audit(tx, ctx, {
    action: isBack ? "rates.taken_back" : "rates.changed",
    subject: ["settings", RATES],
    changes,
  });
  return lastEntryAboutOptions(tx);
}
