import { isGone } from "#src/modules/site/media/queries.server.ts";
import { misfitsIn, type OptionError, type Texts } from "#src/modules/office/options/rules/option-form.ts";
import { BRAND_LOGOS, SECTION_KEYS, type Section } from "#src/modules/office/options/rules/sections.ts";
import { dropSetting, settingTexts, writeSetting } from "#src/modules/base/settings/write-setting.server.ts";
import { toldOf } from "#src/modules/office/options/rules/audit-text.ts";
import { crawlsToChoose, lastEntryAboutOptions, titlesOfCrawls } from "#src/modules/office/options/store.server.ts";
import { defaultTextOf, logoIn, type SettingKey, textInForce } from "#src/modules/base/settings/rules/app-settings.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** The texts of a section's settings that count now. */
export async function inForce(db: Db | Tx, section: Section): Promise<Texts> {
  const stored = await settingTexts(db);
  return Object.fromEntries(SECTION_KEYS[section].map((key) => [key, textInForce(key, stored.get(key))]));
}

type Step = { section: Section; before: Texts; after: Texts };

/** What keeps valid texts from being stored together: limits that cross, crawls and pictures that are gone. */
export async function problemsOf(tx: Tx, { section, before, after }: Step): Promise<OptionError[]> {
  const misfits = misfitsIn(after);
  if (section === "brand") return goneLogos(tx, { section, before, after });
  if (section !== "calendar") return misfits;
  const there = new Set((await crawlsToChoose(tx)).filter(({ deleted_at }) => !deleted_at).map(({ id }) => id));
  const idsIn = (texts: Texts, key: SettingKey) => (texts[key] ?? "").split(",").filter(Boolean);
  return SECTION_KEYS.calendar.flatMap((id) =>
    idsIn(after, id).some((crawl) => !there.has(crawl) && !idsIn(before, id).includes(crawl))
      ? [{ id, message: "options.error.crawlGone" as const }]
      : [],
  );
}

async function goneLogos(tx: Tx, { before, after }: Step): Promise<OptionError[]> {
  const errors: OptionError[] = [];
  for (const id of BRAND_LOGOS) {
    const logo = after[id] === before[id] ? null : logoIn(after[id] ?? "");
    if (logo && (await isGone({ db: tx }, logo.src))) errors.push({ id, message: "options.error.logo" });
  }
  return errors;
}

type Put = Step & { isBack?: boolean; changed: readonly SettingKey[] };

/**
 * Stores the texts that changed under the lock of `holdSettings`, with their audit entry, whose id it gives; null when nothing
 * changed. A default has no row.
 */
export async function putTexts(
  tx: Tx,
  ctx: Pick<Context, "actor">,
  { isBack = false, section, changed, before, after }: Put,
): Promise<number | null> {
  if (changed.length === 0) return null;
  for (const key of changed) {
    const text = after[key] ?? "";
    await (text === defaultTextOf(key) ? dropSetting(tx, key) : writeSetting(tx, key, text));
  }
  const titles = await titlesOfCrawls(tx);
  const auditText = (texts: Texts, key: SettingKey) => toldOf(key, texts[key] ?? "", titles);
  const changes = Object.fromEntries(
    changed.map((key) => [key, [auditText(before, key), auditText(after, key)] as const]),
  );
  await audit(tx, ctx, {
    action: isBack ? "settings.taken_back" : "settings.changed",
    subject: ["settings", section],
    changes,
  });
  return lastEntryAboutOptions(tx);
}
