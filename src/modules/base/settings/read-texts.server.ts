import type { Locale } from "#src/kernel/localized.ts";
import { branded, emailI18nFor, type I18n, i18nFor } from "#src/locales/i18n.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Db } from "#src/platform/db.server.ts";

/** The texts of pages in a language, under the operator's name. Anyone may read. */
export const textsFor = async (ctx: { db: Db }, locale: Locale): Promise<I18n> =>
  branded(await i18nFor(locale), (await appSettings(ctx)).brand);

/** The texts of emails in a language, with those of pages, under the operator's name. */
export const emailTextsFor = async (ctx: { db: Db }, locale: Locale): Promise<I18n> =>
  branded(await emailI18nFor(locale), (await appSettings(ctx)).brand);
