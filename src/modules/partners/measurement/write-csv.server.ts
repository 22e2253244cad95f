import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, momentCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { ConsentFilter } from "#src/modules/partners/measurement/schema.ts";
import { consentRows } from "#src/modules/partners/measurement/store/consents.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";

const PAGE = 1000;

type ConsentRow = Awaited<ReturnType<typeof consentRows>>[number];

/**
 * The decisions that match a filter as a sheet in the reader's language, newest first, read page by page. Refusal:
 * forbidden {missing}.
 */
export async function consentsSheet(ctx: Context, filter: ConsentFilter) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const { t } = await i18nFor(ctx.locale);
  const rows = readParts<ConsentRow>(PAGE, (last) =>
    consentRows(ctx.db, filter, { beyond: last?.n ?? null, limit: PAGE }),
  );
  return ok({ sheet: sheetOf(columns(t), rows) });
}

const columns = (t: Text): Column<ConsentRow>[] => [
  [t("measurement.when"), ({ at }) => momentCell(at, HOME_ZONE)],
  [t("measurement.decision"), ({ decision }) => t(`measurement.decisions.${decision}`)],
  [t("measurement.language"), ({ language }) => t(`measurement.languages.${language}`)],
  [t("measurement.version"), (row) => row.text_version],
  [t("measurement.privacy"), (row) => momentCell(row.privacy_at, HOME_ZONE)],
  [t("measurement.site"), (row) => row.site_tag],
  [t("measurement.visitor"), ({ visitor }) => visitor],
  [t("measurement.bookings"), ({ bookings }) => bookings],
];
