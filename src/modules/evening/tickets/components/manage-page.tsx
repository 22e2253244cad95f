import { ArrowLeft, ReceiptText } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { clockTime, dateInSentence } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { linesOfBooking, OrderSummary } from "#src/modules/sales/booking/components/order-summary.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { InvoiceForm } from "#src/modules/books/invoices/components/invoice-form.tsx";
import { InvoiceState, useInvoiceLine } from "#src/modules/books/invoices/components/invoice-state.tsx";
import type { GuestsInvoice } from "#src/modules/books/invoices/schema.ts";
import { AddOnForm } from "#src/modules/changes/change/components/add-on-form.tsx";
import { ChangeReceipt, QuotedChange } from "#src/modules/changes/change/components/change-quote.tsx";
import { DateChoice } from "#src/modules/changes/change/components/date-choice.tsx";
import { GuestChoice, PeopleChoice } from "#src/modules/changes/unseated/components/guest-choice.tsx";
import { type ManagedPart, ManageParts } from "#src/modules/changes/manage/components/manage-parts.tsx";
import { OpenChangeSheet } from "#src/modules/changes/change/components/open-change-sheet.tsx";
import { MissingBooking } from "#src/modules/changes/manage/components/missing-booking.tsx";
import { QuotedCancellation } from "#src/modules/changes/cancellation/components/quoted-cancellation.tsx";
import { Refunds } from "#src/modules/changes/manage/components/refunds.tsx";
import { manageAddress } from "#src/modules/changes/manage/rules/manage-page.ts";
import { StartTable, TableState } from "#src/modules/sales/booking/components/own-table.tsx";
import { ContactForm } from "#src/modules/sales/booking/components/contact-form.tsx";
import { NameForm } from "#src/modules/evening/tickets/components/name-form.tsx";
import { LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Notice } from "#src/ui/notice.tsx";
import { StepHeading } from "#src/ui/step-heading.tsx";
import type { Route } from "#routes/public/confirmation/+types/manage.ts";

type Found = Extract<Route.ComponentProps["loaderData"], { found: true }>;
type Answer = Route.ComponentProps["actionData"];

export default function Manage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  return (
    <main id="main" tabIndex={-1}>
      <PageHead
        title={t(loaderData.found ? "payments-manage.pageTitle" : "payments-confirmation.missing.title")}
        description={t("payments-manage.description")}
        index={false}
      />
      {loaderData.found ? <Screen {...loaderData} answer={actionData} /> : <MissingBooking />}
    </main>
  );
}

/** One screen: its subject, the last form's result, its own form, and the booking's summary beside. */
function Screen({ answer, ...props }: Found & { answer: Answer }) {
  const { t, locale } = useText();
  const { booking } = props;
  const title = useTitle(props);
  const quoted = props.screen === "quote" ? props.priced.quote : null;
  return (
    <div className="wrap pt-6 pb-(--section) md:pt-8">
      <Back {...props} />
      <div className="mt-4 grid items-start gap-x-14 gap-y-7 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
        <header className="min-w-0">
          <StepHeading step={title}>{title}</StepHeading>
          <p className="mt-2 text-lead text-text-2">
            {t("payments-manage.lead", {
              crawl: booking.departure.crawl_title,
              date: dateInSentence(booking.departure.date, locale),
              time: clockTime(booking.departure.start_time, locale),
              reference: booking.reference,
            })}
          </p>
        </header>
        {/* on a phone a price comes before the button that accepts it, everything else after the actions */}
        <aside
          className={classNames(
            "min-w-0 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1",
            !quoted && "max-lg:order-last",
          )}
        >
          {quoted ? (
            <ChangeReceipt
              quote={quoted}
              why={props.screen === "quote" ? (props.priced.whyDifference ?? null) : null}
            />
          ) : (
            <OrderSummary
              departure={booking.departure}
              lines={linesOfBooking(booking)}
              total={booking.total}
              pesos={booking.in_pesos}
              why={props.why}
              refundable={booking.status === "confirmed" && booking.total.amount_minor > 0 ? props.refundable : null}
            />
          )}
          {!quoted && props.receiptPath && (
            <Link to={props.receiptPath} className={`${LINK} inline-flex min-h-11 items-center gap-2`}>
              <ReceiptText aria-hidden size={20} />
              {t("payments-confirmation.receipt")}
            </Link>
          )}
        </aside>
        <div className="min-w-0">
          <News {...props} answer={answer} />
          <Body {...props} answer={answer} />
        </div>
      </div>
    </div>
  );
}

/** One level up: from a price to the dates, from a part to all parts, from there to the booking. */
function Back(props: Found) {
  const { t } = useText();
  const { place, screen } = props;
  const booking = { ...place, path: place.path.replace(/\/manage$/, "") };
  const [to, text] =
    screen === "parts"
      ? ([manageAddress(booking), "payments-manage.toBooking"] as const)
      : screen === "quote" && props.asked.kind === "date"
        ? ([manageAddress(place, { do: "date" }), "payments-manage.toDates"] as const)
        : ([manageAddress(place), "payments-manage.toParts"] as const);
  return (
    <Link to={to} className={`${LINK} inline-flex min-h-11 items-center gap-2`}>
      <ArrowLeft aria-hidden size={20} />
      {t(text)}
    </Link>
  );
}

function useTitle(props: Found): string {
  const { t, locale } = useText();
  if (props.screen === "parts") return t("payments-manage.title");
  if (props.screen !== "quote") return t(`payments-manage.${props.screen}.title`);
  const { asked: change, priced } = props;
  if (!priced.quote) return t(`payments-manage.${change.kind}.title`);
  const { before, after } = priced.quote;
  const people = Math.abs(after.people - before.people);
  return t(`payments-manage.quote.${change.kind}`, { people, date: dateInSentence(after.date, locale) });
}

/** The last form's result, and what is pending. */
function News({ screen, booking, done, unpaid, payment, whyRefunded, answer }: Found & { answer: Answer }) {
  const { t } = useText();
  const email = booking.private?.email ?? "";
  return (
    <>
      {answer?.formError && (
        <Notice key={answer.at} tone="bad" live title={t("payments-manage.refused")} className="mb-6">
          {t(answer.formError, answer.values)}
        </Notice>
      )}
      {unpaid && !answer && (
        <Notice tone="warning" live className="mb-6">
          {t("payments-manage.unpaid")}
        </Notice>
      )}
      {done && !answer && (
        <Notice tone="good" live className="mb-6">
          {t(`payments-manage.done.${done}`, { email })}
        </Notice>
      )}
      {screen === "parts" && payment.refunds.length > 0 && (
        <div className="mb-6">
          <Refunds payment={payment} why={whyRefunded} />
        </div>
      )}
    </>
  );
}

/** The part of the booking that a screen changes. */
const partOf = (props: Found): ManagedPart | null =>
  props.screen === "parts" ? null : props.screen === "quote" ? props.asked.kind : props.screen;

function Body({ answer, ...props }: Found & { answer: Answer }): ReactNode {
  const { t, locale } = useText();
  const { place, booking, guests } = props;
  const part = partOf(props);
  const closed = part && props.may[part];
  if (closed)
    return (
      <Notice tone="warning" title={t("payments-manage.closed")}>
        {t(`errors.${closed}`, { days: props.invoiceDays })}
      </Notice>
    );
  switch (props.screen) {
    case "parts":
      return <Parts {...props} />;
    case "contact":
      return (
        <ContactForm
          key={answer?.at}
          contact={answer?.contact ?? booking.private!}
          fieldErrors={answer?.fieldErrors ?? []}
          at={answer?.at ?? 0}
          formKey={props.formKey}
        />
      );
    case "names":
      return <Names {...props} answer={answer} />;
    case "date":
      return (
        <>
          <p className="mb-6 max-w-[34rem]">{t("payments-manage.date.text", { people: booking.number_of_people })}</p>
          <DateChoice dates={props.dates} place={place} />
        </>
      );
    case "add":
      return (
        <>
          <p className="mb-6">
            {t("payments-manage.add.text", { date: dateInSentence(booking.departure.date, locale) })}
          </p>
          <PeopleChoice place={place} most={props.most} />
        </>
      );
    case "add_ons":
      return <AddOnForm addOns={props.addOns} place={place} />;
    case "remove":
      return <GuestChoice guests={guests} place={place} />;
    case "quote":
      return <Quote {...props} />;
    case "cancel":
      return (
        <QuotedCancellation
          booking={booking}
          refund={props.refund}
          before={props.before}
          credit={props.credit}
          late={props.late}
          percent={props.percent}
          deposit={props.deposit}
          keptDeposit={props.keptDeposit}
          disputed={props.disputed}
          waits={props.waits}
          why={props.whyBack}
          place={place}
        />
      );
    case "table":
      return props.table ? (
        <TableState table={props.table} departure={booking.departure} most={props.most} />
      ) : (
        props.deadline && <StartTable departure={booking.departure} deadline={props.deadline} most={props.most} />
      );
    case "invoice":
      if (props.invoice?.status === "issued")
        return <InvoiceState invoice={props.invoice} hrefOf={invoiceHrefs(place)} />;
      return (
        <>
          {props.invoice?.status === "refused" && (
            <InvoiceState invoice={props.invoice} hrefOf={null} className="mb-6" />
          )}
          <InvoiceForm
            key={answer?.at}
            formValues={answer?.invoice ?? props.formValues}
            fieldErrors={answer?.fieldErrors ?? []}
            at={answer?.at ?? 0}
            again={props.invoice !== null}
            remaining={props.invoiceOf}
          />
        </>
      );
  }
}

function Parts(props: Extract<Found, { screen: "parts" }>) {
  const { t } = useText();
  const { invoice } = props;
  const { open, booking, options, practice, formKey } = props;
  return (
    <>
      {open && (
        <OpenChangeSheet
          change={open}
          timeZone={booking.departure.time_zone}
          secondsLeft={open.seconds_left}
          options={options}
          practice={practice}
          payKey={formKey}
        />
      )}
      {booking.status !== "confirmed" && (
        <Notice tone="warning" title={t("payments-manage.closed")} className="mb-6">
          {t("errors.not_confirmed")}
        </Notice>
      )}
      {invoice && (invoice.status !== "requested" || booking.status !== "confirmed") && (
        <InvoiceState invoice={invoice} hrefOf={invoiceHrefs(props.place)} className="mb-6" />
      )}
      {invoice ? (
        <PartsWithInvoice {...props} invoice={invoice} />
      ) : (
        <ManageParts {...props} addOns={namesOf(props)} invoiceLine={null} />
      )}
    </>
  );
}

function PartsWithInvoice(props: Extract<Found, { screen: "parts" }> & { invoice: GuestsInvoice }) {
  return <ManageParts {...props} addOns={namesOf(props)} invoiceLine={useInvoiceLine(props.invoice)} />;
}

const namesOf = ({ addOns }: Extract<Found, { screen: "parts" }>): string[] => addOns.map(({ name }) => name);

const invoiceHrefs = (place: Found["place"]) => (what: "xml" | "pdf" | "correct") =>
  what === "correct"
    ? manageAddress(place, { do: "invoice" })
    : manageAddress({ ...place, path: place.path.replace(/manage$/, `cfdi.${what}`) });

function Names({ guests, booking, answer }: Found & { answer: Answer }) {
  const names = guests.map(({ position, name }) => ({ position, name: answer?.names?.[position] ?? name }));
  return (
    <NameForm
      key={`${answer?.at} ${booking.version}`}
      guests={names}
      version={booking.version}
      fieldErrors={answer?.fieldErrors ?? []}
      at={answer?.at ?? 0}
    />
  );
}

function Quote({
  asked: change,
  priced,
  booking,
  refundable,
  options,
  practice,
  formKey,
}: Extract<Found, { screen: "quote" }>) {
  const { t } = useText();
  if (priced.refused)
    return (
      <Notice tone="warning" title={t("payments-manage.refused")}>
        {t(priced.refused.message, priced.refused.values)}
      </Notice>
    );
  return (
    <QuotedChange
      change={change}
      quote={priced.quote}
      before={priced.before}
      timeZone={booking.departure.time_zone}
      refundable={{ now: refundable, afterwards: priced.refundable }}
      options={options}
      practice={practice}
      changeKey={formKey}
    />
  );
}
