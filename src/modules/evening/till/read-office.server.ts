import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { balances } from "#src/modules/base/ledger/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { OfficeMoveView } from "#src/modules/evening/till/schema.ts";
import { barsToPay, type MoveRow, movesBefore, movesOfBar } from "#src/modules/evening/till/store/office.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";

const PAGE = 50;

/**
 * The office's cash by currency, of real money and of practice apart, and what moved it, newest first. Needs `payments.read`;
 * `mayChange` says whether the actor may record. Refusal: forbidden {missing}.
 */
export async function officeCash(ctx: Context, before: string | null) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  const [accounts, rows, bars] = await Promise.all([
    balances(ctx),
    movesBefore(ctx.db, before, PAGE + 1),
    barsToPay(ctx.db),
  ]);
  const pageRows = rows.slice(0, PAGE);
  return ok({
    balances: accounts
      .filter(({ account }) => account === "office_cash")
      .map(({ amount, currency, test }) => ({ money: { amount, currency }, test })),
    moves: await viewsOf(ctx, pageRows),
    older: rows.length > PAGE ? pageRows.at(-1)!.id : null,
    bars,
    today: dateIn(ctx.now, HOME_ZONE),
    mayChange: can(ctx.actor, "payments.change"),
  });
}

/** All movements, page by page. For this module; checks no access. */
export const everyMove = (ctx: Context) =>
  readParts<OfficeMoveView>(PAGE, async (last) => viewsOf(ctx, await movesBefore(ctx.db, last?.id ?? null, PAGE)));

/** What a bar was paid for the drinks of a month, of the money that counts now; null for whoever may not read payments. */
export async function paidToBar(ctx: Context, barId: string, month: string): Promise<OfficeMoveView[] | null> {
  if (!can(ctx.actor, "payments.read")) return null;
  return viewsOf(ctx, await movesOfBar(ctx.db, barId, month, practises(ctx)));
}

async function viewsOf(ctx: Context, rows: readonly MoveRow[]): Promise<OfficeMoveView[]> {
  const { t } = await i18nFor(ctx.locale);
  const named = (name: string | null) => name ?? t("till.office.nobody");
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    test: row.test,
    money: { amount: row.amount, currency: row.currency },
    day: row.day,
    booked: dateIn(row.booked_at, HOME_ZONE),
    note: row.note,
    receipt: row.receipt,
    bar: row.bar === null || row.month === null ? null : { name: row.bar, month: row.month },
    by: named(row.by),
    at: row.at.toISOString(),
    undone: row.undone_at && { at: row.undone_at.toISOString(), by: named(row.undoer) },
  }));
}
