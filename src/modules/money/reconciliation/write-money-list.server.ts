import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { dateCell, momentCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import type { I18n, Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { wantedMoney } from "#src/modules/money/reconciliation/queries.server.ts";
import { feeCell, netOf } from "#src/modules/money/reconciliation/rules/fee.ts";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import {
  type MoneyFilter,
  methodText,
  moneyWord,
  payoutText,
} from "#src/modules/money/reconciliation/rules/money-list.ts";
import { type BookedMoney, bookedMoney } from "#src/modules/money/reconciliation/store/money-list.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 1000;

type Saying = Pick<I18n, "t" | "locale">;

/**
 * The payments and refunds that match a filter as a sheet in the reader's language, newest first, read page by page.
 * What came, what went out, what a bank
 * has taken back, the fee and what is left of it all stand in columns of their own, of money that has moved. Days are those on which
 * payments and refunds began; a month is closed by `writeMoved`.
 * Needs `payments.read`. Refusal: forbidden.
 */
export function writeMoneyList(
  ctx: Pick<Context, "db" | "actor">,
  filter: MoneyFilter,
  saying: Saying,
): Ok<{ sheet: Sheet }> | (Failure<"forbidden"> & { missing: "payments.read" }) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  return ok({ sheet: { head: headOf(saying.t), parts: partsOf(ctx, filter, saying) } });
}

const headOf = (t: Text): string[] => [
  t("reconciliation.list.at"),
  t("reconciliation.list.moved"),
  t("reconciliation.list.kind"),
  t("reconciliation.list.reference"),
  t("reconciliation.guest"),
  t("reconciliation.list.city"),
  t("reconciliation.list.crawl"),
  t("reconciliation.list.night"),
  t("reconciliation.provider"),
  t("reconciliation.list.method"),
  t("reconciliation.list.state"),
  t("reconciliation.amount"),
  t("reconciliation.list.currency"),
  t("reconciliation.list.in"),
  t("reconciliation.list.out"),
  t("reconciliation.list.dispute"),
  t("reconciliation.list.taken"),
  t("reconciliation.list.fee"),
  t("reconciliation.list.net"),
  t("reconciliation.list.payout"),
  t("reconciliation.list.payoutOn"),
  t("reconciliation.list.externalId"),
  t("reconciliation.list.test"),
];

async function* partsOf(ctx: Pick<Context, "db">, filter: MoneyFilter, saying: Saying): AsyncGenerator<Row[]> {
  const wanted = wantedMoney(filter);
  for (let beyond: string | null | undefined = null; beyond !== undefined;) {
    const rows: BookedMoney[] = await bookedMoney(ctx.db, wanted, { beyond, newer: false, limit: PAGE });
    if (rows.length > 0) yield rows.map((row) => rowOf(row, saying));
    beyond = rows.length === PAGE ? rows.at(-1)!.id : undefined;
  }
}

/** What is left of what moved; nothing where nothing did. */
function leftOf(row: BookedMoney): number | null {
  const { paid_in: paid, paid_out: back, taken } = row;
  if (paid === null && back === null) return null;
  return netOf(row, { amount: (paid ?? 0) - (back ?? 0) - (taken ?? 0), currency: row.moved_currency });
}

function rowOf(row: BookedMoney, { t, locale }: Saying): Row {
  return [
    momentCell(row.at, HOME_ZONE),
    momentCell(row.moved_at, HOME_ZONE),
    t(`reconciliation.list.kind.${row.kind}`),
    row.reference,
    row.guest,
    inLocale(locale, row.city, row.city_es),
    inLocale(locale, row.crawl, row.crawl_es),
    dateCell(row.night),
    providerText(row.provider, t),
    methodText(row.method, t),
    t(`reconciliation.list.state.${moneyWord(row)}`),
    moneyCell(row.amount),
    row.moved_currency,
    moneyCell(row.paid_in),
    moneyCell(row.paid_out),
    row.kind === "payment" && row.dispute ? t(`reconciliation.list.dispute.${row.dispute}`) : null,
    moneyCell(row.taken),
    feeCell(row, row.moved_currency),
    moneyCell(leftOf(row)),
    payoutText(row, t),
    dateCell(row.payout_on),
    row.external_id,
    row.test ? t("reconciliation.list.isTest") : null,
  ];
}
