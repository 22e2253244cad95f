import { formatPesos } from "#src/kernel/money.ts";
import { dayOf, monthAndYear, dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { statementOf } from "#src/modules/partners/commission/queries.server.ts";
import {
  byReference,
  figure,
  type NameBooking,
  rateOf,
  sayPeople,
  saySale,
} from "#src/modules/partners/commission/rules/statement-view.ts";
import { onPaper } from "#src/modules/partners/commission/rules/statement.ts";
import { payeeOf } from "#src/modules/partners/commission/store/partner-page.server.ts";
import { can, isStaff } from "#src/modules/base/identity/rules/permissions.ts";
import { brandOn } from "#src/modules/site/media/draw-logo.server.ts";
import { drawnPaper } from "#src/modules/site/media/keep-papers.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { StatementSheet } from "#src/modules/partners/commission/draw-statement.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A partner's statement as a PDF in the partner's language, its bookings by `nameOf`. The caller checks access. Refusals: partner_not_found. */
export async function statementPdf(ctx: Context, partnerId: string, month: string, nameOf: NameBooking = byReference) {
  const read = await statementOf(ctx, { partnerId, month });
  if (!read.ok) return read;
  const { lines, cashLines, ...head } = read.statement;
  const { language } = head;
  const [{ t }, { operator }, brand, payee] = await Promise.all([
    i18nFor(language),
    appSettings(ctx),
    brandOn(ctx),
    payeeOf(ctx.db, partnerId),
  ]);
  const title = t("commission-admin.title", { month: monthAndYear(month, language) });
  const on = head.paidAt ?? head.agreedAt;
  const date = on === null ? "" : dayOf(dateIn(new Date(on), HOME_ZONE), language);
  // the tax number of a partner isn't for all staff
  const rfc = isStaff(ctx.actor.role) && !can(ctx.actor, "books.close") ? null : payee.rfc;
  const { clabeEnd: end, holder } = payee;
  const facts = [
    `${title} · ${t(`commission-page.statement.${head.state}`, { date })}`,
    [operator.name, operator.rfc && `RFC ${operator.rfc}`].filter(Boolean).join(" · "),
    [rfc && `RFC ${rfc}`, end && `CLABE …${end}`, holder].filter(Boolean).join(" · "),
  ];
  const number = head.number === null ? null : t("commission-page.statements.number", { number: head.number });
  const rows = [
    ...lines.map((line) => [
      dayOf(line.date, language),
      `${nameOf(line)} ${line.initials}`,
      sayPeople(line, t),
      saySale(line, language),
      figure(line.amount, language),
    ]),
    ...cashLines.map((line) => [
      dayOf(line.date, language),
      `${nameOf(line)} ${line.initials}`,
      t("commission-admin.cash.short"),
      "",
      figure(-line.cash, language),
    ]),
  ];
  const columns = ["date", "booking", "came", "sale"] as const;
  const sum = (what: string, amount: number) => [what, formatPesos(amount, language)] as const;
  const sheet: StatementSheet = {
    title: `${head.name} ${month}`,
    brand,
    number: number ?? t("commission-admin.soFar"),
    name: head.name,
    facts,
    columns: [...columns.map((name) => t(`commission-admin.column.${name}`)), rateOf(lines) ?? "MXN"],
    rows:
      rows.length === 0
        ? [[t("commission-admin.nothing")]]
        : onPaper(rows, (count) => t("commission-admin.more-in-csv", { count })),
    sums: [
      sum(t("commission-admin.commission"), head.commission),
      ...(head.cash !== 0 ? [sum(t("commission-admin.cash.kept"), -head.cash)] : []),
      sum(t(head.due < 0 ? "commission-admin.owed" : "commission-admin.toPay"), Math.abs(head.due)),
    ],
    page: t("commission-page.pageOf", { page: "{page}", pages: "{pages}" }),
  };
  return ok({ content: await drawnPaper("statement", sheet) });
}
