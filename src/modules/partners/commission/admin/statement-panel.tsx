import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { whyDue } from "#src/modules/partners/commission/rules/why-due.ts";
import { formatPesos } from "#src/kernel/money.ts";
import { Download, Flag } from "#src/ui/lucide/icons.ts";
import { Form } from "react-router";
import { dayOf, monthAndYear, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Disclosure } from "#src/modules/partners/commission/admin/disclosure.tsx";
import { StatementLines } from "#src/modules/partners/commission/admin/statement-lines.tsx";
import { Questions } from "#src/modules/partners/commission/admin/questions.tsx";
import type { ShownStatement, WrittenLine } from "#src/modules/partners/commission/schema.ts";
import { AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminNotice } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

export type StatementPanelProps = {
  statement: ShownStatement;
  /** the lines behind the booking that "why?" was asked of */
  why: { bookingId: string; lines: WrittenLine[] } | null;
  mayPay: boolean;
  mayAnswer: boolean;
  /** where its forms and links lead; by default the statement's own page */
  path?: string;
};

/** A partner's statement: how far it is, its bookings, and what can be done with it. */
export function StatementPanel({ statement, why, mayPay, mayAnswer, path }: StatementPanelProps) {
  const { t, locale } = useText("commission-admin");
  const { partnerId, month, state, due, commission, cash } = statement;
  const own = path ?? localizedPath(`/admin/affiliates/statements/${partnerId}/${month}`, locale);
  const files = localizedPath(`/admin/affiliates/statements/${partnerId}/${month}`, locale);
  return (
    <Panel
      title={t("commission-admin.title", { month: monthAndYear(month, locale) })}
      padded={false}
      action={
        <span className="flex gap-2">
          {["pdf", "csv"].map((format) => (
            <a
              key={format}
              href={`${files}/statement.${format}`}
              download
              className={adminButtonClass({ small: true })}
            >
              <Download aria-hidden size={14} />
              {format.toUpperCase()}
            </a>
          ))}
        </span>
      }
      footer={<Acts statement={statement} mayPay={mayPay} path={own} />}
    >
      <div className="border-t border-border px-3.5 pt-3 pb-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0">
            <p className="heading text-lg wrap-anywhere">{statement.name}</p>
            <p className="text-text-3">
              {statement.number === null
                ? t("commission-admin.openUntil", { date: dayOf(statement.openUntil, locale) })
                : t("commission-admin.number", { number: statement.number })}
            </p>
          </div>
          <div className="ml-auto text-right">
            <p className="heading text-title tabular-nums">{formatPesos(due, locale)}</p>
            <p className="text-text-3">
              {state === "open"
                ? t("commission-admin.soFar")
                : t(due < 0 ? "commission-admin.owed" : "commission-admin.toPay")}
              <WhyAmount
                name={t(due < 0 ? "commission-admin.owed" : "commission-admin.toPay")}
                why={whyDue(statement)}
                record={state === "paid" && statement.id ? { is: "statement", id: statement.id } : undefined}
              />
            </p>
          </div>
        </div>
        <Progress statement={statement} />
      </div>
      <StatementLines statement={statement} why={why} path={own} />
      <dl className="grid gap-1 px-3.5 py-3 tabular-nums">
        <Sum name={t("commission-admin.commission")} amount={commission} />
        {cash !== 0 && (
          <Sum
            name={`${t("commission-admin.cash.kept")} · ${t("commission-admin.cash.of", { count: statement.cashLines.length })}`}
            amount={-cash}
          />
        )}
        <Sum name={t(due < 0 ? "commission-admin.owed" : "commission-admin.toPay")} amount={Math.abs(due)} strong />
      </dl>
      <div className="grid gap-3 px-3.5 pb-3">
        <Doubts statement={statement} />
        <Questions questions={statement.asked} mayAnswer={mayAnswer} path={own} />
      </div>
    </Panel>
  );
}

function Sum({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  const { locale } = useText();
  return (
    <div className={`flex justify-between gap-3 ${strong ? "border-t border-border pt-1.5 font-semibold" : ""}`}>
      <dt>{name}</dt>
      <dd>{formatPesos(amount, locale)}</dd>
    </div>
  );
}

const STEPS = ["draft", "agreed", "paid"] as const;

/** Draft, agreed, paid: what is reached, and when. */
function Progress({ statement }: { statement: ShownStatement }) {
  const { t, locale } = useText("commission-admin");
  const { state, closesOn, agreedAt, agreedBy, paidAt } = statement;
  const reached = { none: -1, open: 0, draft: 0, agreed: 1, paid: 2 }[state];
  const day = (at: string) => dayOf(at.slice(0, 10), locale);
  const notes = {
    draft: "",
    agreed:
      agreedAt !== null
        ? t(agreedBy === "partner" ? "commission-admin.step.byPartner" : "commission-admin.step.byStaff", {
            date: day(agreedAt),
          })
        : state === "open"
          ? t("commission-admin.step.from", { date: dayOf(closesOn, locale) })
          : t("commission-admin.step.waits"),
    paid: paidAt === null ? "" : t("commission-admin.step.at", { date: day(paidAt) }),
  };
  return (
    <ol className="mt-3 grid grid-cols-3 gap-1.5">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === reached ? "step" : undefined}
          className={`border-t-3 pt-1.5 ${index <= reached ? "border-jaca" : "border-line-2"}`}
        >
          <span className={`block font-semibold ${index === reached ? "text-jaca-text" : ""}`}>
            {t(step === "draft" && state === "open" ? "commission-admin.state.open" : `commission-admin.step.${step}`)}
          </span>
          <span className="block text-fine text-text-3">{notes[step]}</span>
        </li>
      ))}
    </ol>
  );
}

/** Bookings that may be the partner's own, each leading to where it is decided. */
function Doubts({ statement: { lines, doubts } }: { statement: ShownStatement }) {
  const { t } = useText("commission-admin");
  const some = lines.filter(({ doubt }) => doubt);
  if (doubts === 0) return null;
  return (
    <AdminNotice icon={<Flag aria-hidden size={16} />}>
      <p>
        <strong>{t("commission-admin.doubts", { count: doubts })}</strong>{" "}
        {some.map(({ bookingId, reference }) => (
          <span key={bookingId} className="mr-2">
            <BookingReference reference={reference} />
          </span>
        ))}
      </p>
    </AdminNotice>
  );
}

/** What can be done with a statement now, each said before it is done. */
function Acts({ statement, mayPay, path }: { statement: ShownStatement; mayPay: boolean; path: string }) {
  const { t, locale } = useText("commission-admin");
  const { id, state, due, closesOn, questions, bookings, reference } = statement;
  if (state === "open")
    return <p className="text-right">{t("commission-admin.agreeFrom", { date: shortDate(closesOn, locale) })}</p>;
  if (state === "paid") return reference === "" ? undefined : <p>{t("commission-admin.paidWith", { reference })}</p>;
  if (!mayPay || id === null) return undefined;
  const amount = formatPesos(Math.abs(due), locale);
  if (state === "draft")
    return (
      <Disclosure label={t("commission-admin.agree")} ink>
        <p className="text-text">
          {t("commission-admin.agreeText", { amount: formatPesos(due, locale), count: bookings })}
        </p>
        {questions > 0 && (
          <p className="font-semibold text-text">{t("commission-admin.agreeQuestions", { count: questions })}</p>
        )}
        <Form method="post" action={path} preventScrollReset>
          <input type="hidden" name="intent" value="agree" />
          <input type="hidden" name="statement_id" value={id} />
          <input type="hidden" name="commission" value={statement.commission} />
          <input type="hidden" name="cash" value={statement.cash} />
          <AdminButton type="submit" kind="ink">
            {t("commission-admin.agreeNow", { amount: formatPesos(due, locale) })}
          </AdminButton>
        </Form>
      </Disclosure>
    );
  return (
    <Disclosure label={t(due < 0 ? "commission-admin.receive" : "commission-admin.pay")} ink>
      <Form method="post" action={path} preventScrollReset className="grid gap-2.5 text-text">
        <input type="hidden" name="intent" value="pay" />
        <input type="hidden" name="statement_id" value={id} />
        <AdminField id="statement-reference" label={t("commission-admin.reference")}>
          {(control) => <AdminInput {...control} name="reference" required maxLength={60} autoComplete="off" />}
        </AdminField>
        <AdminButton type="submit" kind="ink" className="justify-self-start">
          {t(due < 0 ? "commission-admin.receiveNow" : "commission-admin.payNow", { amount })}
        </AdminButton>
      </Form>
    </Disclosure>
  );
}
