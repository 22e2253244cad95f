import { Download } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import { monthAndYear, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { type Currency, formatMoney, isCurrency } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { useMay } from "#src/modules/base/identity/admin/use-me.ts";
import { payMethodOf } from "#src/modules/books/invoices/rules/payment-form.ts";
import type { RequestAnswer } from "#src/modules/books/invoices/rules/request-act.ts";
import type { OpenRequest } from "#src/modules/books/invoices/schema.ts";
import { ADMIN_LINK, AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { AdminCheck, AdminField, AdminInput, AdminTextArea } from "#src/ui/admin/field.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { Notice } from "#src/ui/notice.tsx";

type RequestPanelProps = {
  request: OpenRequest;
  mayChange: boolean;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
};

/** What an invoice has to say, what was paid, the invoice itself, and how it is answered. */
export function RequestPanel({ request, mayChange, ...hrefs }: RequestPanelProps) {
  const { t, locale } = useText("invoices-admin", "payments-manage");
  const { id, reference, issued } = request;
  const mayOpen = useMay("bookings.read");
  return (
    <SidePanel
      title={request.legalName}
      meta={
        <>
          {t("invoices-admin.forBooking")}{" "}
          {mayOpen ? (
            <Link to={localizedPath(`/admin/bookings/${id}`, locale)} className={ADMIN_LINK}>
              {reference}
            </Link>
          ) : (
            reference
          )}
        </>
      }
      {...hrefs}
    >
      <Notes request={request} />
      <PanelPart title={t("invoices-admin.recipient")}>
        <Facts>
          <Fact label={t("payments-manage.invoice.rfc")}>
            <span className="font-mono">{request.rfc}</span>
          </Fact>
          <Fact label={t("invoices-admin.legalName")}>{request.legalName}</Fact>
          <Fact label={t("invoices-admin.regime")}>{t(`payments-manage.regime.${request.regime}` as MessageId)}</Fact>
          <Fact label={t("invoices-admin.postalCode")}>{request.postalCode || t("invoices-admin.ourPostalCode")}</Fact>
          <Fact label={t("invoices-admin.use")}>{t(`payments-manage.use.${request.use}` as MessageId)}</Fact>
          {request.form && (
            <>
              <Fact label={t("invoices-admin.payMethod")}>
                {t(`invoices-admin.payMethod.${payMethodOf(request.form)}`)}
              </Fact>
              <Fact label={t("invoices-admin.form")}>{t(`invoices-admin.form.${request.form}`)}</Fact>
            </>
          )}
          <Fact label={t("invoices-admin.sendTo")}>{request.email}</Fact>
          <Fact label={t("invoices-admin.asked")}>
            <Moment at={request.askedAt} />
          </Fact>
          <Fact label={t("invoices-admin.due")}>
            <Moment at={request.dueAt} />
          </Fact>
        </Facts>
      </PanelPart>
      <Paid request={request} />
      {issued && (
        <PanelPart title={t("invoices-admin.invoice")}>
          <Facts>
            <Fact label={t("invoices-admin.uuid")}>
              <span className="font-mono break-all">{issued.uuid.toUpperCase()}</span>
            </Fact>
            <Fact label={t("invoices-admin.total")}>
              {isCurrency(issued.currency)
                ? formatMoney({ amount: issued.total, currency: issued.currency }, locale)
                : issued.currency}
            </Fact>
            <Fact label={t("invoices-admin.issuedAt")}>
              <Moment at={issued.at} />
            </Fact>
          </Facts>
          <p className="mt-2 flex gap-2">
            {(["xml", "pdf"] as const).map((kind) => (
              <a
                key={kind}
                href={localizedPath(`/admin/invoices/${id}/cfdi.${kind}`, locale)}
                download
                className={adminButtonClass({ small: true })}
              >
                <Download aria-hidden size={15} />
                {kind.toUpperCase()}
              </a>
            ))}
          </p>
        </PanelPart>
      )}
      {mayChange && <Issue request={request} />}
      {mayChange && !issued && request.state !== "refused" && <Refuse request={request} />}
    </SidePanel>
  );
}

function Notes({ request: { inGlobal, oddRfc, generic, refusal, practice } }: { request: OpenRequest }) {
  const { t, locale } = useText("invoices-admin");
  const notes = [
    practice && t("invoices-admin.note.practice"),
    inGlobal && t("invoices-admin.note.inGlobal", { month: monthAndYear(inGlobal, locale) }),
    oddRfc && t("invoices-admin.note.oddRfc"),
    generic && t("invoices-admin.note.generic"),
  ].filter((note) => typeof note === "string");
  return (
    <>
      {refusal !== null && (
        <Notice title={t("invoices-admin.state.refused")} className="mt-3">
          {refusal}
        </Notice>
      )}
      {notes.map((note) => (
        <Notice key={note} tone="warning" className="mt-3">
          {note}
        </Notice>
      ))}
    </>
  );
}

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">{children}</dl>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-text-3">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

function Paid({ request: { receipts, refunds, lost, amount: remaining, currency: of } }: { request: OpenRequest }) {
  const { t, locale } = useText("invoices-admin");
  const money = (amount: number, currency: Currency) => formatMoney({ amount, currency }, locale);
  return (
    <PanelPart title={t("invoices-admin.paid")}>
      {receipts.length === 0 && <p>{t("invoices-admin.noReceipt")}</p>}
      <ul className="grid gap-1.5">
        {receipts.map(({ id, folio, date, net, tax, total, currency }) => (
          <li key={id}>
            <span className="flex gap-2 font-semibold tabular-nums">
              <span className="mr-auto">
                {folio} · {shortDate(date, locale)}
              </span>
              {money(total, currency)}
            </span>
            <span className="text-fine text-text-3 tabular-nums">
              {t("invoices-admin.within", { net: money(net, currency), tax: money(tax, currency) })}
            </span>
          </li>
        ))}
        {refunds.map(({ amount, currency }, index) => (
          // refunds have no other mark, and never change places
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex tabular-nums">
            <span className="mr-auto">{t("invoices-admin.refund")}</span>
            {money(-amount, currency)}
          </li>
        ))}
        {of && lost > 0 && (
          <li className="flex tabular-nums">
            <span className="mr-auto">{t("invoices-admin.lost")}</span>
            {money(-lost, of)}
          </li>
        )}
        {of && (refunds.length > 0 || lost > 0) && (
          <li className="flex border-t border-border pt-1.5 font-semibold tabular-nums">
            <span className="mr-auto">{t("invoices-admin.kept")}</span>
            {money(remaining, of)}
          </li>
        )}
      </ul>
    </PanelPart>
  );
}

function useAct(request: OpenRequest, intent: "issue" | "refuse") {
  const act = useFetcher<RequestAnswer>({ key: `${intent} ${request.id}` });
  useFlash(act.data);
  const answer = act.data?.id === request.id ? act.data : null;
  const { t } = useText("invoices-admin", "errors");
  const errorOf = (field: string) => {
    const found = answer?.fieldErrors?.find(({ id }) => id === field);
    return found ? { error: t(found.message) } : {};
  };
  return { act, answer, errorOf, action: useLocation().pathname };
}

function Issue({ request }: { request: OpenRequest }) {
  const { t } = useText("invoices-admin");
  const { act, answer, errorOf, action } = useAct(request, "issue");
  return (
    <PanelPart title={t(request.issued ? "invoices-admin.again.title" : "invoices-admin.issue.title")}>
      <act.Form method="post" action={action} encType="multipart/form-data" noValidate className="grid gap-3">
        <input type="hidden" name="intent" value="issue" />
        <input type="hidden" name="id" value={request.id} />
        <p className="text-text-2">{t("invoices-admin.issue.text", { email: request.email })}</p>
        <AdminField id="xml" label={t("invoices-admin.xml")} help={t("invoices-admin.xmlHelp")} {...errorOf("xml")}>
          {(control) => (
            <AdminInput
              {...control}
              type="file"
              name="xml"
              accept=".xml,text/xml,application/xml"
              className="h-auto py-2"
            />
          )}
        </AdminField>
        {answer?.mayInsist && (
          <AdminCheck name="any_total" value="yes">
            {t("invoices-admin.insist")}
          </AdminCheck>
        )}
        <AdminField id="pdf" label={t("invoices-admin.pdf")} {...errorOf("pdf")}>
          {(control) => (
            <AdminInput {...control} type="file" name="pdf" accept=".pdf,application/pdf" className="h-auto py-2" />
          )}
        </AdminField>
        <AdminButton type="submit" kind="ink" busy={act.state !== "idle"} className="justify-self-start">
          {t(request.issued ? "invoices-admin.again.do" : "invoices-admin.issue.do")}
        </AdminButton>
      </act.Form>
    </PanelPart>
  );
}

function Refuse({ request }: { request: OpenRequest }) {
  const { t } = useText("invoices-admin");
  const { act, errorOf, action } = useAct(request, "refuse");
  return (
    <PanelPart title={t("invoices-admin.refuse.title")}>
      <act.Form method="post" action={action} noValidate className="grid gap-3">
        <input type="hidden" name="intent" value="refuse" />
        <input type="hidden" name="id" value={request.id} />
        <AdminField
          id="refusal"
          label={t("invoices-admin.refuse.why")}
          help={t("invoices-admin.refuse.help", { language: request.language })}
          {...errorOf("refusal")}
        >
          {(control) => <AdminTextArea {...control} name="refusal" rows={3} maxLength={500} lang={request.language} />}
        </AdminField>
        <AdminButton type="submit" kind="danger" busy={act.state !== "idle"} className="justify-self-start">
          {t("invoices-admin.refuse.do")}
        </AdminButton>
      </act.Form>
    </PanelPart>
  );
}
