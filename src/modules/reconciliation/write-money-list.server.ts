import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { momentCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import type { Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { wantedMoney } from "#src/modules/reconciliation/queries.server.ts";
import { type MoneyFilter, methodText, moneyWord, providerText } from "#src/modules/reconciliation/rules/money-list.ts";
import { type MoneyRow, moneyRows } from "#src/modules/reconciliation/store/money-list.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 1000;

/**
 * The payments and refunds that match a filter as a sheet in the reader's language, newest first, read page by page.
 * What went out is in a column of its own. Needs `payments.read`. Refusal: forbidden.
 */
export function writeMoneyList(
  ctx: Pick<Context, "db" | "actor">,
  filter: MoneyFilter,
  t: Text,
): Ok<{ sheet: Sheet }> | (Failure<"forbidden"> & { missing: "payments.read" }) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  return ok({ sheet: { head: headOf(t), parts: partsOf(ctx, filter, t) } });
}

const headOf = (t: Text): string[] => [
  t("reconciliation.list.at"),
  t("reconciliation.list.kind"),
  t("reconciliation.list.reference"),
  t("reconciliation.guest"),
  t("reconciliation.provider"),
  t("reconciliation.list.method"),
  t("reconciliation.list.state"),
  t("reconciliation.list.currency"),
  t("reconciliation.list.in"),
  t("reconciliation.list.out"),
  t("reconciliation.list.externalId"),
  t("reconciliation.list.test"),
];

async function* partsOf(ctx: Pick<Context, "db">, filter: MoneyFilter, t: Text): AsyncGenerator<Row[]> {
  const wanted = wantedMoney(filter);
  for (let beyond: string | null | undefined = null; beyond !== undefined;) {
    const rows: MoneyRow[] = await moneyRows(ctx.db, wanted, { beyond, newer: false, limit: PAGE });
    if (rows.length > 0) yield rows.map((row) => rowOf(row, t));
    beyond = rows.length === PAGE ? rows.at(-1)!.id : undefined;
  }
}

function rowOf(row: MoneyRow, t: Text): Row {
  const amount = moneyCell(row.amount);
  return [
    momentCell(row.at, HOME_ZONE),
    t(`reconciliation.list.kind.${row.kind}`),
    row.reference,
    row.guest,
    providerText(row.provider, t),
    methodText(row.method, t),
    t(`reconciliation.list.state.${moneyWord(row)}`),
    row.currency,
    row.kind === "payment" ? amount : null,
    row.kind === "refund" ? amount : null,
    row.external_id,
    row.test ? t("reconciliation.list.isTest") : null,
  ];
}
