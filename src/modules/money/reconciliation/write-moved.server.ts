import { HOME_ZONE, timeOfMonth } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { dateCell, momentCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import type { I18n, Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { feeCell, netOf } from "#src/modules/money/reconciliation/rules/fee.ts";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { methodText, payoutText } from "#src/modules/money/reconciliation/rules/money-list.ts";
import { movedAfter, type MovedRow } from "#src/modules/money/reconciliation/store/moved.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 1000;

type Saying = Pick<I18n, "t" | "locale">;

/**
 * What guests' money moved in a month (`2026-11`) as a sheet in the reader's language, in the ledger's order: paid, refunded, taken
 * and returned by a bank, each in the month when it moved, whatever becomes of it later. With the month's ledger it closes the month
 * (docs/decisions/151). Needs `payments.read`. Refusal: forbidden.
 */
export function writeMoved(
  ctx: Pick<Context, "db" | "actor">,
  month: string,
  saying: Saying,
): Ok<{ sheet: Sheet }> | (Failure<"forbidden"> & { missing: "payments.read" }) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  return ok({ sheet: { head: headOf(saying.t), parts: partsOf(ctx, month, saying) } });
}

const headOf = (t: Text): string[] => [
  t("reconciliation.list.moved"),
  t("reconciliation.ledger.column.kind"),
  t("reconciliation.list.reference"),
  t("reconciliation.guest"),
  t("reconciliation.list.city"),
  t("reconciliation.list.crawl"),
  t("reconciliation.list.night"),
  t("reconciliation.provider"),
  t("reconciliation.list.method"),
  t("reconciliation.list.currency"),
  t("reconciliation.list.in"),
  t("reconciliation.list.out"),
  t("reconciliation.list.fee"),
  t("reconciliation.list.net"),
  t("reconciliation.list.payout"),
  t("reconciliation.list.payoutOn"),
  t("reconciliation.list.externalId"),
  t("reconciliation.list.test"),
];

async function* partsOf({ db }: Pick<Context, "db">, month: string, saying: Saying): AsyncGenerator<Row[]> {
  const time = timeOfMonth(month);
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: MovedRow[] = await movedAfter(db, time, after, PAGE);
    if (rows.length > 0) yield rows.map((row) => rowOf(row, saying));
    after = rows.length === PAGE ? rows.at(-1)!.id : undefined;
  }
}

function rowOf(row: MovedRow, { t, locale }: Saying): Row {
  const { amount, currency } = row;
  return [
    momentCell(row.at, HOME_ZONE),
    t(`reconciliation.ledger.kind.${row.kind}`),
    row.reference,
    row.guest,
    inLocale(locale, row.city, row.city_es),
    inLocale(locale, row.crawl, row.crawl_es),
    dateCell(row.night),
    providerText(row.provider, t),
    methodText(row.method, t),
    currency,
    moneyCell(amount > 0 ? amount : null),
    moneyCell(amount < 0 ? -amount : null),
    feeCell(row, currency),
    moneyCell(netOf(row, { amount, currency })),
    row.kind === "captured" ? payoutText(row, t) : null,
    dateCell(row.kind === "captured" ? row.payout_on : null),
    row.external_id,
    row.test ? t("reconciliation.list.isTest") : null,
  ];
}
