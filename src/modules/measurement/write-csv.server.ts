import { csvLine } from "#src/kernel/csv.ts";
import { HOME_ZONE, isoIn } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import type { ConsentFilter } from "#src/modules/measurement/schema.ts";
import { consentRows } from "#src/modules/measurement/store/consents.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 1000;

/**
 * The decisions that match a filter as lines of a CSV file in the reader's language, newest first, read page by page. Refusal:
 * forbidden {missing}.
 */
export function consentsCsv(ctx: Context, filter: ConsentFilter) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return ok({ lines: written(ctx, filter) });
}

async function* written(ctx: Context, filter: ConsentFilter): AsyncGenerator<string> {
  const { t } = await i18nFor(ctx.locale);
  yield csvLine([
    t("measurement.when"),
    t("measurement.decision"),
    t("measurement.language"),
    t("measurement.version"),
    t("measurement.privacy"),
    t("measurement.site"),
    t("measurement.visitor"),
    t("measurement.bookings"),
  ]);
  for (let beyond: number | null | undefined = null; beyond !== undefined;) {
    const rows: Awaited<ReturnType<typeof consentRows>> = await consentRows(ctx.db, filter, { beyond, limit: PAGE });
    if (rows.length > 0)
      yield rows
        .map((row) =>
          csvLine([
            isoIn(row.at, HOME_ZONE),
            t(`measurement.decisions.${row.decision}`),
            t(`measurement.languages.${row.language}`),
            row.text_version,
            row.privacy_at ? isoIn(row.privacy_at, HOME_ZONE) : "",
            row.site_tag,
            row.visitor,
            String(row.bookings),
          ]),
        )
        .join("");
    beyond = rows.length === PAGE ? rows.at(-1)!.n : undefined;
  }
}
