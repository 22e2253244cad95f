import type { Route } from "#routes/admin/evening/+types/office-cash.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { monthAndYear, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { whyOffice } from "#src/modules/evening/till/rules/why-till.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { CurrencyChoice } from "#src/modules/evening/till/admin/currency-choice.tsx";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import type { DoorCurrency } from "#src/modules/evening/till/rules/cash.ts";
import { isBarKind, OFFICE_KINDS, type OfficeKind, sideOf } from "#src/modules/evening/till/rules/office.ts";
import { OFFICE_LIST } from "#src/modules/evening/till/rules/till-list.ts";
import type { OfficeMoveView } from "#src/modules/evening/till/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminField, AdminInput, AdminSelect } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Pager } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Download } from "#src/ui/lucide/icons.ts";

type OfficeCashProps = {
  office: {
    balances: { money: { amount: number; currency: Currency }; test: boolean }[];
    moves: OfficeMoveView[];
    older: string | null;
    bars: { id: string; name: string; city: string }[];
    today: string;
    mayChange: boolean;
  };
  /** what the form begins with: a bar's page leads here */
  begin: { kind: OfficeKind; bar: string; month: string };
  formKey: string;
  answer: TillAnswer | undefined;
};

/** What becomes of the office's cash after tills are handed over, and what bars are paid. */
export function OfficeCash({ office, begin, formKey, answer }: OfficeCashProps) {
  const { t, locale } = useText("till");
  const { balances, moves, older, mayChange } = office;
  const title = t("till.office.title");
  const path = localizedPath("/admin/tills/office", locale);
  const isRefused = answer?.intent === "office_record" && !answer.done;
  const key = isRefused ? (answer.key ?? formKey) : formKey;
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/tills" name={t("till.office.back")} />}
        actions={
          <a href={localizedPath("/admin/tills/office.csv", locale)} download className={adminButtonClass({})}>
            <Download aria-hidden size={15} />
            {t("till.office.csv")}
          </a>
        }
      />
      <p className="mb-3 text-text-2">{t("till.office.lead")}</p>
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid gap-4">
          <Balances balances={balances} />
          {mayChange && <MoveForm key={key} office={office} begin={begin} formKey={key} answer={answer} />}
        </div>
        <div className="grid min-w-0 gap-3">
          <FormRefusal answer={answer} of="office_undo" />
          <Panel title={t("till.office.list")} padded={false}>
            {moves.length === 0 ? (
              <Empty title={t("till.office.empty")} text={t("till.office.emptyText")} />
            ) : (
              <Moves moves={moves} mayChange={mayChange} />
            )}
          </Panel>
          {older && (
            <Pager
              summary={t("till.office.newestFirst")}
              previousHref={null}
              nextHref={OFFICE_LIST.href(path, OFFICE_LIST.values({ older }))}
            />
          )}
        </div>
      </div>
    </>
  );
}

function Balances({ balances }: Pick<OfficeCashProps["office"], "balances">) {
  const { t, locale } = useText("till");
  return (
    <Panel title={t("till.office.balance")}>
      {balances.length === 0 ? (
        <p className="text-text-2">{t("till.office.balanceNone")}</p>
      ) : (
        <dl className="grid gap-1">
          {balances.map(({ money, test }) => (
            <div key={`${money.currency} ${test}`} className="flex justify-between gap-3">
              <dt className="text-text-2">
                {test ? t("till.office.balanceTest") : t("till.office.balance")}
                <WhyAmount name={t("till.office.balance")} why={whyOffice(money)} />
              </dt>
              <dd className="font-semibold tabular-nums">{formatMoney(money, locale)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-2 text-fine text-text-3">{t("till.office.balanceNote")}</p>
    </Panel>
  );
}

type MoveFormProps = Pick<OfficeCashProps, "office" | "begin" | "formKey" | "answer">;

function MoveForm({ office: { bars, today }, begin, formKey, answer }: MoveFormProps) {
  const { t } = useText("till", "errors");
  const [kind, setKind] = useState<OfficeKind>(begin.kind);
  const [currency, setCurrency] = useState<DoorCurrency>("MXN");
  const busy = useNavigation().formData?.get("intent") === "office_record";
  const errorOf = (field: string) => {
    const error = answer?.intent === "office_record" && answer.fieldErrors?.find(({ id }) => id === field);
    return error ? { error: t(error.message) } : {};
  };
  return (
    <Panel title={t("till.office.record")}>
      <Form method="post" className="grid gap-3">
        {answer?.formError && <FormRefusal answer={answer} of="office_record" />}
        <input type="hidden" name="intent" value="office_record" />
        <input type="hidden" name="key" value={formKey} />
        <AdminField id="kind" label={t("till.office.kind")} {...errorOf("kind")}>
          {(control) => (
            <AdminSelect
              {...control}
              name="kind"
              value={kind}
              onChange={({ currentTarget: { value } }) =>
                setKind(OFFICE_KINDS.find((one) => one === value) ?? "banked")
              }
            >
              {OFFICE_KINDS.map((one) => (
                <option key={one} value={one}>
                  {t(`till.office.kind.${one}`)}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
        {isBarKind(kind) && (
          <>
            <AdminField id="bar_id" label={t("till.office.bar")} {...errorOf("bar_id")}>
              {(control) => (
                <AdminSelect {...control} name="bar_id" defaultValue={begin.bar} required>
                  <option value="">{t("till.office.barChoose")}</option>
                  {bars.map(({ id, name, city }) => (
                    <option key={id} value={id}>
                      {name} · {city}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="month" label={t("till.office.month")} {...errorOf("month")}>
              {(control) => <AdminInput {...control} type="month" name="month" defaultValue={begin.month} required />}
            </AdminField>
          </>
        )}
        <div className="flex flex-wrap items-end gap-3">
          <AdminField id="amount" label={t("till.office.amount")} className="min-w-0 grow" {...errorOf("amount")}>
            {(control) => <AdminInput {...control} name="amount" inputMode="decimal" autoComplete="off" required />}
          </AdminField>
          <CurrencyChoice id="office_currency" value={currency} onChange={setCurrency} />
        </div>
        <AdminField id="day" label={t("till.office.day")} {...errorOf("day")}>
          {(control) => <AdminInput {...control} type="date" name="day" defaultValue={today} max={today} required />}
        </AdminField>
        <AdminField id="receipt" label={t("till.office.receipt")} optional={t("till.optional")} {...errorOf("receipt")}>
          {(control) => <AdminInput {...control} name="receipt" maxLength={60} autoComplete="off" />}
        </AdminField>
        <AdminField id="note" label={t("till.office.note")} optional={t("till.optional")} {...errorOf("note")}>
          {(control) => <AdminInput {...control} name="note" maxLength={200} autoComplete="off" />}
        </AdminField>
        <AdminButton kind="ink" type="submit" busy={busy}>
          {t("till.office.submit")}
        </AdminButton>
      </Form>
    </Panel>
  );
}

/** A movement's amount as it changes the office's cash. */
const shownMoney = ({ kind, money }: OfficeMoveView) =>
  sideOf(kind) === -1 ? { ...money, amount: -money.amount } : money;

function Moves({ moves, mayChange }: Pick<OfficeCashProps["office"], "moves" | "mayChange">) {
  const { t, locale } = useText("till");
  const submit = useSubmit();
  const [undoing, setUndoing] = useState<OfficeMoveView | null>(null);
  const undo = (id: string) => {
    setUndoing(null);
    void submit({ intent: "office_undo", id }, { method: "post", preventScrollReset: true });
  };
  return (
    <>
      <ul className="divide-y divide-border">
        {moves.map((move) => (
          <OneMove key={move.id} move={move} onUndo={mayChange && !move.undone ? () => setUndoing(move) : null} />
        ))}
      </ul>
      {mayChange && (
        <ConfirmDialog
          open={undoing !== null}
          title={t("till.office.undoTitle")}
          confirmLabel={t("till.office.undoNow")}
          cancelLabel={t("till.office.keep")}
          onConfirm={() => undoing && undo(undoing.id)}
          onClose={() => setUndoing(null)}
        >
          {undoing && (
            <p>
              {t("till.office.undoText", {
                what: t(`till.office.kind.${undoing.kind}`),
                amount: formatMoney(undoing.money, locale),
              })}
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

function OneMove({ move, onUndo }: { move: OfficeMoveView; onUndo: (() => void) | null }) {
  const { t, locale } = useText("till");
  const { kind, day, booked, bar, receipt, note, by, undone, test } = move;
  const details = [
    shortDate(day, locale, ""),
    booked !== day && `${t("till.office.booked")} ${shortDate(booked, locale, "")}`,
    bar && `${bar.name}, ${t("till.office.drinks", { month: monthAndYear(bar.month, locale) })}`,
    receipt !== "" && `${t("till.office.receipt")} ${receipt}`,
    note,
    by,
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3.5 py-2.5">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap gap-x-2 gap-y-1 font-semibold">
          {t(`till.office.kind.${kind}`)}
          {test && <Badge tone="none">{t("till.test")}</Badge>}
          {undone && <Badge tone="none">{t("till.office.undone")}</Badge>}
        </p>
        <p className="text-fine wrap-anywhere text-text-2">{details.join(" · ")}</p>
      </div>
      <p className={`ml-auto font-semibold tabular-nums ${undone ? "text-text-3 line-through" : ""}`}>
        {formatMoney(shownMoney(move), locale)}
      </p>
      {onUndo && (
        <AdminButton small onClick={onUndo}>
          {t("till.office.undo")}
        </AdminButton>
      )}
    </li>
  );
}

export default function OfficeCashPage({ loaderData, actionData }: Route.ComponentProps) {
  useFlash(actionData);
  return <OfficeCash {...loaderData} answer={actionData} />;
}
