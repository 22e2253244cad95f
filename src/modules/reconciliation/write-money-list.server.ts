import { csvLine } from "#src/kernel/csv.ts";
import { HOME_ZONE, isoIn } from "#src/kernel/local-time.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import type { Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { wantedMoney } from "#src/modules/reconciliation/queries.server.ts";
import { type MoneyFilter, moneyWord, providerText } from "#src/modules/reconciliation/rules/money-list.ts";
import { type MoneyRow, moneyRows } from "#src/modules/reconciliation/store/money-list.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 1000;

/**
 * The payments and refunds that match a filter as lines of a CSV file in the reader's language, newest first, read page by page.
 * What went out is in a column of its own. Needs `payments.read`. Refusal: forbidden.
 */
export function writeMoneyList(
  ctx: Pick<Context, "db" | "actor">,
  filter: MoneyFilter,
  t: Text,
): Ok<{ lines: AsyncGenerator<string> }> | (Failure<"forbidden"> & { missing: "payments.read" }) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  return ok({ lines: linesOf(ctx, filter, t) });
}

async function* linesOf(ctx: Pick<Context, "db">, filter: MoneyFilter, t: Text) {
  const wanted = wantedMoney(filter);
  yield csvLine([
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
  ]);
  for (let beyond: string | null | undefined = null; beyond !== undefined;) {
    const rows: MoneyRow[] = await moneyRows(ctx.db, wanted, { beyond, newer: false, limit: PAGE });
    if (rows.length > 0) yield rows.map((row) => lineOf(row, t)).join("");
    beyond = rows.length === PAGE ? rows.at(-1)!.id : undefined;
  }
}

function lineOf(row: MoneyRow, t: Text): string {
  const amount = (row.amount / 100).toFixed(2);
  return csvLine([
    isoIn(row.at, HOME_ZONE),
    t(`reconciliation.list.kind.${row.kind}`),
    row.reference,
    row.guest,
    providerText(row.provider, t),
    row.method,
    t(`reconciliation.list.state.${moneyWord(row)}`),
    row.currency,
    row.kind === "payment" ? amount : "",
    row.kind === "refund" ? amount : "",
    row.external_id,
    row.test ? t("reconciliation.list.isTest") : "",
  ]);
}
