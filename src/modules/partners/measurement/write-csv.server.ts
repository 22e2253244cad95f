import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { momentCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { ConsentFilter } from "#src/modules/partners/measurement/schema.ts";
import { consentRows } from "#src/modules/partners/measurement/store/consents.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 1000;

/**
 * The decisions that match a filter as a sheet in the reader's language, newest first, read page by page. Refusal:
 * forbidden {missing}.
 */
export async function consentsSheet(ctx: Context, filter: ConsentFilter) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: { head: headOf(t), parts: partsOf(ctx, filter, t) } satisfies Sheet });
}

const headOf = (t: Text): string[] => [
  t("measurement.when"),
  t("measurement.decision"),
  t("measurement.language"),
  t("measurement.version"),
  t("measurement.privacy"),
  t("measurement.site"),
  t("measurement.visitor"),
  t("measurement.bookings"),
];

async function* partsOf(ctx: Context, filter: ConsentFilter, t: Text): AsyncGenerator<Row[]> {
  for (let beyond: number | null | undefined = null; beyond !== undefined;) {
    const rows: Awaited<ReturnType<typeof consentRows>> = await consentRows(ctx.db, filter, { beyond, limit: PAGE });
    yield rows.map((row): Row => [
      momentCell(row.at, HOME_ZONE),
      t(`measurement.decisions.${row.decision}`),
      t(`measurement.languages.${row.language}`),
      row.text_version,
      momentCell(row.privacy_at, HOME_ZONE),
      row.site_tag,
      row.visitor,
      row.bookings,
    ]);
    beyond = rows.length === PAGE ? rows.at(-1)!.n : undefined;
  }
}
