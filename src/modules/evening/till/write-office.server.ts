import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { dateCell, momentCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { everyMove } from "#src/modules/evening/till/read-office.server.ts";
import { sideOf } from "#src/modules/evening/till/rules/office.ts";
import type { OfficeMoveView } from "#src/modules/evening/till/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What moved the office's cash, and what bars were paid, as a sheet in the reader's words; what was undone has its day beside it.
 * Needs `payments.read`. Refusal: forbidden {missing}.
 */
export async function officeSheet(ctx: Context) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: { head: headOf(t), parts: partsOf(ctx, t) } satisfies Sheet });
}

const headOf = (t: Text): string[] => [
  t("till.office.day"),
  t("till.office.booked"),
  t("till.office.kind"),
  t("till.office.bar"),
  t("till.office.month"),
  t("till.currency"),
  t("till.office.in"),
  t("till.office.out"),
  t("till.office.receipt"),
  t("till.office.note"),
  t("till.office.by"),
  t("till.office.at"),
  t("till.office.undoneAt"),
  t("till.office.undoneBy"),
  t("till.test"),
];

async function* partsOf(ctx: Context, t: Text): AsyncGenerator<Row[]> {
  for await (const moves of everyMove(ctx)) yield moves.map((move) => rowOf(move, t));
}

function rowOf(move: OfficeMoveView, t: Text): Row {
  const isIn = sideOf(move.kind) === 1;
  return [
    dateCell(move.day),
    dateCell(move.booked),
    t(`till.office.kind.${move.kind}`),
    move.bar?.name ?? null,
    move.bar?.month ?? null,
    move.money.currency,
    moneyCell(isIn ? move.money.amount : null),
    moneyCell(isIn ? null : move.money.amount),
    move.receipt,
    move.note,
    move.by,
    momentCell(new Date(move.at), HOME_ZONE),
    momentCell(move.undone && new Date(move.undone.at), HOME_ZONE),
    move.undone?.by ?? null,
    move.test ? t("till.test") : null,
  ];
}
