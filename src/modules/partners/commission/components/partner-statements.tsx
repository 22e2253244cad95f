import { FileSpreadsheet, FileText } from "#src/ui/lucide/icons.ts";
import { Form, Link, useLocation } from "react-router";
import { dayOf } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { useFigures } from "#src/modules/partners/commission/components/use-figures.ts";
import type { PageStatement, PartnerPage } from "#src/modules/partners/commission/rules/partner-page.ts";
import { Button, buttonClass, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Notice } from "#src/ui/notice.tsx";

const INK: Partial<Record<PageStatement["state"], string>> = {
  draft: "bg-marigold-tint text-marigold-text",
  agreed: "bg-agave-tint text-agave-text",
  paid: "bg-high-tint text-high-text",
};

/** How far a statement is, in words. */
export function StatementState({ statement: { state, agreedOn, paidOn } }: { statement: PageStatement }) {
  const { t, locale } = useText();
  const on = paidOn ?? agreedOn;
  return (
    <span
      className={classNames(
        "rounded-sm px-2 py-0.5 text-small font-semibold",
        INK[state] ?? "bg-surface-2 text-text-2",
      )}
    >
      {t(`commission-page.statement.${state}`, { date: on === null ? "" : dayOf(on, locale) })}
    </span>
  );
}

/** The statement that waits longest for its partner, where another month is looked at. */
export function StatementReady({ page: { statements, month } }: { page: PartnerPage }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const { month: named } = useFigures();
  const waiting = statements.findLast(({ state }) => state === "draft");
  if (!waiting || waiting.month === month) return null;
  return (
    <Notice tone="warning" title={t("commission-page.ready.title", { month: named(waiting.month) })}>
      <p>{t("commission-page.ready.text")}</p>
      <Link to={`${pathname}?month=${waiting.month}`} className={classNames(buttonClass({ small: true }), "mt-3")}>
        {t("commission-page.ready.action")}
      </Link>
    </Notice>
  );
}

/** Agrees to a month's statement, after saying what that means. `openQuestions`: questions about it that wait for an answer. */
export function AgreeForm({ statement, openQuestions }: { statement: PageStatement; openQuestions: number }) {
  const { t } = useText();
  const { pesos, month: named } = useFigures();
  const { id, month, people, commission, cash, due } = statement;
  if (id === null) return null;
  const press = due > 0 ? "pay" : due < 0 ? "owe" : "nothing";
  return (
    <details className="group">
      <summary className={buttonClass({ wide: true })}>{t("commission-page.agree.open")}</summary>
      <Form method="post" preventScrollReset className="mt-4 grid gap-3 rounded-md bg-surface-2 p-4">
        <input type="hidden" name="intent" value="agree" />
        <input type="hidden" name="statement" value={id} />
        <input type="hidden" name="commission" value={commission} />
        <input type="hidden" name="cash" value={cash} />
        <p>{t("commission-page.agree.means", { month: named(month), people, commission: pesos(commission) })}</p>
        {cash > 0 && <p>{t("commission-page.agree.cash", { cash: pesos(cash) })}</p>}
        {cash < 0 && <p>{t("commission-page.agree.cashBack", { cash: pesos(-cash) })}</p>}
        <p>{t("commission-page.agree.after")}</p>
        {openQuestions > 0 && (
          <p className="font-semibold">{t("commission-page.agree.asked", { count: openQuestions })}</p>
        )}
        <Button type="submit" wide className="whitespace-normal">
          {t(`commission-page.agree.${press}`, { amount: pesos(Math.abs(due)) })}
        </Button>
      </Form>
    </details>
  );
}

/** All statements, newest first, with their files. */
export function PartnerStatements({ page: { statements } }: { page: PartnerPage }) {
  const { t } = useText();
  return (
    <section aria-labelledby="statements" className="grid gap-5">
      <h2 id="statements" className="text-h2">
        {t("commission-page.statements.title")}
      </h2>
      {statements.length === 0 ? (
        <p className="text-text-2">{t("commission-page.statements.none")}</p>
      ) : (
        <ul className="grid divide-y divide-border rounded-lg bg-surface shadow-md">
          {statements.map((statement) => (
            <Line key={statement.month} statement={statement} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ statement }: { statement: PageStatement }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const { pesos, month: named } = useFigures();
  const { month, number, commission, cash, due } = statement;
  return (
    <li className="grid gap-2 px-5 py-4">
      <div className="flex items-baseline justify-between gap-4">
        <Link to={`${pathname}?month=${month}`} className={classNames(LINK, "inline-block first-letter:uppercase")}>
          {named(month)}
        </Link>
        <strong className="tabular-nums">
          {t(due < 0 ? "commission-page.statements.owed" : "commission-page.statements.due", {
            amount: pesos(Math.abs(due)),
          })}
        </strong>
      </div>
      {cash > 0 && (
        <p className="text-small text-text-2">
          {t("commission-page.statements.cash", { commission: pesos(commission), cash: pesos(cash) })}
        </p>
      )}
      {cash < 0 && (
        <p className="text-small text-text-2">
          {t("commission-page.statements.cashBack", { commission: pesos(commission), cash: pesos(-cash) })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StatementState statement={statement} />
        {number !== null && (
          <span className="text-small text-text-2">{t("commission-page.statements.number", { number })}</span>
        )}
        <span className="ml-auto flex gap-4">
          {(["pdf", "csv"] as const).map((format) => (
            <a
              key={format}
              href={`${pathname}/statements/${month}.${format}`}
              aria-label={t("commission-page.statements.file", { month: named(month), format: format.toUpperCase() })}
              className={classNames(LINK, "inline-flex min-h-11 items-center gap-1.5 text-small")}
            >
              {format === "pdf" ? <FileText aria-hidden size={18} /> : <FileSpreadsheet aria-hidden size={18} />}
              {format.toUpperCase()}
            </a>
          ))}
        </span>
      </div>
    </li>
  );
}
