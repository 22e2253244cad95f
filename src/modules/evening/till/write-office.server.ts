import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, dateCell, momentCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
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
  return ok({ sheet: sheetOf(columns(t), everyMove(ctx)) });
}

const isIn = ({ kind }: OfficeMoveView): boolean => sideOf(kind) === 1;

const columns = (t: Text): Column<OfficeMoveView>[] => [
  [t("till.office.day"), ({ day }) => dateCell(day)],
  [t("till.office.booked"), ({ booked }) => dateCell(booked)],
  [t("till.office.kind"), ({ kind }) => t(`till.office.kind.${kind}`)],
  [t("till.office.bar"), ({ bar }) => bar?.name ?? null],
  [t("till.office.month"), ({ bar }) => bar?.month ?? null],
  [t("till.currency"), ({ money }) => money.currency],
  [t("till.office.in"), (move) => moneyCell(isIn(move) ? move.money.amount : null)],
  [t("till.office.out"), (move) => moneyCell(isIn(move) ? null : move.money.amount)],
  [t("till.office.receipt"), ({ receipt }) => receipt],
  [t("till.office.note"), ({ note }) => note],
  [t("till.office.by"), ({ by }) => by],
  [t("till.office.at"), ({ at }) => momentCell(new Date(at), HOME_ZONE)],
  [t("till.office.undoneAt"), ({ undone }) => momentCell(undone && new Date(undone.at), HOME_ZONE)],
  [t("till.office.undoneBy"), ({ undone }) => undone?.by ?? null],
  [t("till.test"), ({ test }) => (test ? t("till.test") : null)],
];
