import type { Route } from "#routes/admin/partners/+types/statements.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { formatPesos } from "#src/kernel/money.ts";
import { Download } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { dayOf, monthAndYear } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { Disclosure } from "#src/modules/partners/commission/admin/disclosure.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import { figure } from "#src/modules/partners/commission/rules/statement-view.ts";
import { STATEMENT_LIST, STATEMENTS_PAGE, toPay } from "#src/modules/partners/commission/rules/statement.ts";
import type {
  AskedAbout,
  Payouts,
  StatementHead,
  StatementStanding,
  StatementSums,
} from "#src/modules/partners/commission/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminInput } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { ListPages } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { Panel } from "#src/ui/admin/panel.tsx";
import { ProgressBar } from "#src/ui/admin/progress-bar.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";
import { useLookAgain } from "#src/ui/admin/use-look-again.ts";

type StatementListProps = {
  page: {
    month: string;
    heads: StatementHead[];
    page: number;
    sums: StatementSums;
    isClosed: boolean;
    /** a job closes the month; whether that takes too long */
    closing: { isLate: boolean } | null;
    isOver: boolean;
    closesOn: string;
    payouts: Payouts;
    asked: AskedAbout[];
    mayClose: boolean;
    mayPay: boolean;
  };
  answer: FormAnswer | undefined;
};

/** How a state looks beside others. */
const STATEMENT_TONES: Record<StatementStanding, Tone> = {
  open: "none",
  draft: "judge",
  agreed: "waiting",
  paid: "done",
  none: "none",
};

/** All partners' statements of a month: closing it, and what is to be paid. */
function StatementList({ page, answer }: StatementListProps) {
  const { t, locale } = useText("commission-admin");
  const { month, heads, sums } = page;
  useLookAgain(page.closing !== null);
  const title = t("commission-admin.statements");
  const money = { commission: formatPesos(sums.commission, locale), due: formatPesos(sums.due, locale) };
  const owed = sums.owed > 0 ? t("commission-admin.metaOwed", { owed: formatPesos(sums.owed, locale) }) : "";
  const list = useList(STATEMENT_LIST, "/admin/affiliates/statements", { month, page: page.page });
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/affiliates" name={t("admin.page.affiliates")} />}
        meta={[t("commission-admin.meta", { count: sums.count, ...money }), owed].filter(Boolean).join(", ")}
      />
      <FormRefusal className="mb-3" answer={answer} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Panel
          padded={false}
          title={<span className="inline-block first-letter:uppercase">{monthAndYear(month, locale)}</span>}
          action={
            <Form className="flex flex-wrap items-center gap-2">
              <AdminInput
                key={month}
                type="month"
                name="month"
                defaultValue={month}
                required
                pattern="\d{4}-\d{2}"
                aria-label={t("commission-admin.month")}
                className="w-40!"
              />
              <AdminButton type="submit">{t("commission-admin.show")}</AdminButton>
            </Form>
          }
        >
          <Statements heads={heads} />
          <ListPages list={list} size={STATEMENTS_PAGE} total={sums.count} />
        </Panel>
        <div className="grid gap-4">
          <Closing page={page} commission={money.commission} />
          <Asked questions={page.asked} />
          <PayoutSheet payouts={page.payouts} mayClose={page.mayClose} mayPay={page.mayPay} />
        </div>
      </div>
    </>
  );
}

function Statements({ heads }: { heads: StatementHead[] }) {
  const { t, locale } = useText("commission-admin");
  const href = ({ partnerId, month }: StatementHead) =>
    localizedPath(`/admin/affiliates/statements/${partnerId}/${month}`, locale);
  const state = (head: StatementHead) => (
    <Badge tone={STATEMENT_TONES[head.state]}>{t(`commission-admin.state.${head.state}`)}</Badge>
  );
  // bare it would be read as a date
  const numbered = ({ number }: StatementHead) =>
    number === null ? undefined : t("commission-admin.number", { number });
  const named = (head: StatementHead) => (
    <span className="grid py-1">
      <span className="font-semibold">{head.name}</span>
      {head.number !== null && <span className="text-fine text-text-3">{numbered(head)}</span>}
    </span>
  );
  const due = (head: StatementHead) => <b>{figure(toPay(head), locale)}</b>;
  const columns: Column<StatementHead>[] = [
    { id: "name", head: t("commission-admin.partner"), cell: named },
    { id: "people", head: t("commission-admin.people"), numeric: true, cell: ({ people }) => people },
    {
      id: "commission",
      head: t("commission-admin.commission"),
      numeric: true,
      cell: ({ commission }) => figure(commission, locale),
    },
    { id: "cash", head: t("commission-admin.cash.kept"), numeric: true, cell: ({ cash }) => figure(cash, locale) },
    { id: "due", head: t("commission-admin.toPay"), numeric: true, cell: due },
    { id: "state", head: t("commission-admin.state"), cell: state },
  ];
  return (
    <DataTable
      label={t("commission-admin.statements")}
      columns={columns}
      rows={heads}
      rowId={({ partnerId }) => partnerId}
      openHref={href}
      phone={(head) => ({
        first: head.name,
        second: numbered(head),
        end: formatPesos(head.due, locale),
        endSecond: state(head),
      })}
      empty={<Empty title={t("commission-admin.empty")} text={t("commission-admin.emptyText")} />}
    />
  );
}

function Closing({ page, commission }: { page: StatementListProps["page"]; commission: string }) {
  const { t, locale } = useText("commission-admin");
  const { month, sums, isClosed, closing, isOver, closesOn, mayClose } = page;
  const name = t("commission-admin.close", { month: monthAndYear(month, locale) });
  return (
    <Panel title={name}>
      {isClosed ? (
        <p className="text-text-2">{t("commission-admin.isClosed")}</p>
      ) : closing ? (
        <ClosingProgress sums={sums} name={name}>
          {closing.isLate && mayClose && <CloseForm month={month}>{t("commission-admin.closeAgain")}</CloseForm>}
        </ClosingProgress>
      ) : !isOver ? (
        <p className="text-text-2">{t("commission-admin.closesFrom", { date: dayOf(closesOn, locale) })}</p>
      ) : sums.count === 0 ? (
        <p className="text-text-2">{t("commission-admin.refused.nothing_to_close")}</p>
      ) : mayClose ? (
        <Disclosure label={name}>
          <p>{t("commission-admin.closeText", { count: sums.count, commission })}</p>
          <CloseForm month={month}>{t("commission-admin.closeNow")}</CloseForm>
        </Disclosure>
      ) : null}
    </Panel>
  );
}

const CloseForm = ({ month, children }: { month: string; children: string }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="intent" value="close" />
    <input type="hidden" name="month" value={month} />
    <AdminButton type="submit" kind="ink">
      {children}
    </AdminButton>
  </Form>
);

type ClosingProgressProps = { sums: StatementSums; name: string; children: ReactNode };

/** How far a job is that closes a month. */
function ClosingProgress({ sums: { made: doneCount, count }, name, children }: ClosingProgressProps) {
  const { t } = useText("commission-admin");
  return (
    <div className="grid gap-2">
      <p>{t("commission-admin.isClosing", { made: doneCount, count })}</p>
      <ProgressBar label={name} value={doneCount} max={count} />
      <p className="text-text-2">{t("commission-admin.isClosingText")}</p>
      {children}
    </div>
  );
}

/** Where partners wait for an answer, in whatever month. */
function Asked({ questions }: { questions: AskedAbout[] }) {
  const { t, locale } = useText("commission-admin");
  if (questions.length === 0) return null;
  return (
    <div id="questions">
      <Panel title={t("commission-admin.questions", { count: questions.reduce((sum, { count }) => sum + count, 0) })}>
        <ul className="grid gap-1.5">
          {questions.map(({ partnerId, name, month }) => (
            <li key={`${partnerId} ${month}`}>
              <Link
                to={localizedPath(`/admin/affiliates/statements/${partnerId}/${month}`, locale)}
                className={ADMIN_LINK}
              >
                {name}, {monthAndYear(month, locale)}
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

type SheetProps = { payouts: Payouts; mayClose: boolean; mayPay: boolean };

function PayoutSheet({ payouts, mayClose, mayPay }: SheetProps) {
  const { t, locale } = useText("commission-admin");
  const { statements, partners, sum, until, lacking, owing } = payouts;
  const count = statements.length;
  const file = `/admin/affiliates/statements/payouts.csv?${new URLSearchParams({ until: until ?? "" }).toString()}`;
  const values = { count, partners, sum: formatPesos(sum, locale) };
  return (
    <Panel title={t("commission-admin.payouts")}>
      <div className="grid gap-2">
        <p>{t("commission-admin.payoutsText", { count, sum: formatPesos(sum, locale) })}</p>
        {lacking.length > 0 && (
          <p className="text-text-2">{t("commission-admin.lacking", { names: lacking.join(", ") })}</p>
        )}
        {owing.length > 0 && <p className="text-text-2">{t("commission-admin.owing", { names: owing.join(", ") })}</p>}
        {count > 0 && mayClose && (
          <div className="flex flex-wrap items-start gap-2">
            <a href={localizedPath(file, locale)} download className={adminButtonClass({})}>
              <Download aria-hidden size={15} />
              {t("commission-admin.payoutsCsv")}
            </a>
            {mayPay && (
              <Disclosure label={t("commission-admin.paySheet")}>
                <p>{t("commission-admin.paySheetText", values)}</p>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="pay_sheet" />
                  <input type="hidden" name="statements" value={statements.join(",")} />
                  <input type="hidden" name="sum" value={sum} />
                  <AdminButton type="submit" kind="ink">
                    {t("commission-admin.paySheetNow", values)}
                  </AdminButton>
                </Form>
              </Disclosure>
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}

export default function StatementsPage({ loaderData, actionData }: Route.ComponentProps) {
  useFlash(actionData);
  return <StatementList page={loaderData} answer={actionData} />;
}
