import { type ComponentProps, useEffect, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { ArrowLeft } from "#src/ui/lucide/icons.ts";
import { clockTime, dateIn, dateInSentence, shortDate, timeIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import type { WhyPrice } from "#src/modules/sales/booking/rules/why-price.ts";
import { CHECKOUT_FORM, CHECKOUT_GRID } from "#src/modules/sales/booking/components/checkout-frame.tsx";
import { currencyName } from "#src/modules/sales/booking/components/currency-select.tsx";
import { DefaultButton } from "#src/modules/sales/booking/components/default-button.tsx";
import { EmailCodeField } from "#src/modules/sales/booking/components/email-code-field.tsx";
import { type Hold, HoldStrip } from "#src/modules/sales/booking/components/hold-strip.tsx";
import { OrderSummary, Saving, type ShownMoney } from "#src/modules/sales/booking/components/order-summary.tsx";
import { barIntent, PayMethods } from "#src/modules/sales/booking/components/pay-methods.tsx";
import { PhoneTotalBar, RECEIPT, ReceiptLine } from "#src/modules/sales/booking/components/phone-total.tsx";
import { UnpaidLink } from "#src/modules/sales/booking/components/unpaid-link.tsx";
import { forgetDraft } from "#src/modules/sales/booking/components/forget-draft.ts";
import { isCodeAsked, type Way } from "#src/modules/sales/booking/rules/details-form.ts";
import { type AppliedCredit, CreditEntry } from "#src/modules/money/credits/components/credit-entry.tsx";
import { Button, ButtonLink, LINK } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { StepHeading } from "#src/ui/step-heading.tsx";

type PayStepProps = Pick<ComponentProps<typeof OrderSummary>, "departure" | "lines" | "total" | "pesos" | "proof"> & {
  departureId: string;
  /** Name of the crawl with its city. */
  crawl: string;
  people: number;
  /** The part of the total paid from credit; its `parts` only if this visitor may see their codes. */
  credit: { parts: AppliedCredit[] | null; money: ShownMoney & { isDeposit?: boolean } } | null;
  /** Whether this visitor may apply credit, not only pay. */
  own: boolean;
  /** The guest's address, if this visitor may see it. */
  email: string | null;
  /** Who booked, and where that can be edited; null for whoever may not see it. */
  guest: { name: string; email: string; path: string } | null;
  /** Why the entered credit code is refused. */
  creditRefusal: { message: MessageId; values?: Record<string, string | number> } | null;
  /** Why it costs that; null for whoever may not know. */
  why?: WhyPrice<SaidWhy> | null;
  hold: Hold;
  /** Whether cancelling would still be refunded. */
  refundable: boolean;
  /** False once the seats are back on sale. */
  alive: boolean;
  options: Way[];
  /** How to pay us directly, where nothing can be paid online, and until when the places wait for it. */
  byHand: { door: boolean; transfer: string; until: string; city: string } | null;
  /** A payment that the guest's bank is still making: another one is a choice of its own. */
  atBank: ShownMoney | null;
  /** Idempotency key: submitting the form twice pays once. */
  payKey: string;
  /** Payments are simulated: every payment method is shown. */
  practice: boolean;
  /** Why the mailed code is asked for, or was wrong; `at`: when that was answered. */
  codeRefusal: { message: MessageId; values?: Record<string, string | number>; at: number } | null;
  /** Why paying was refused; `booking`: the one to pay or cancel first. */
  refusal: { message: MessageId; values?: Record<string, string | number>; booking?: string } | null;
  otherDate: string;
};

/** Places held, price and currency fixed: what follows the details where paying them at once wasn't to be. */
export function PayStep(props: PayStepProps) {
  const { t, locale } = useText();
  const { departureId, departure, lines, total, pesos, people, hold, alive, options, payKey, refusal, credit } = props;
  const intent = useNavigation().formData?.get("intent");
  const sending = intent === "pay" || intent === "retake" || intent === "by_hand";
  // the draft has become a booking: remove it from sessionStorage
  useEffect(() => forgetDraft(departureId), [departureId]);
  const mustBookAgain = refusal !== null && BOOK_AGAIN.has(refusal.message);
  const free = options[0]?.method === "free";
  const toPay = total.amount_minor - (credit?.money.amount_minor ?? 0);
  const price = formatMoney({ amount: toPay, currency: total.currency }, locale);
  const action = free ? t("booking-checkout.pay.free") : t("booking-checkout.pay.submit", { total: price });
  const title = !alive
    ? "booking-cases.holdOver.title"
    : free
      ? "booking-checkout.pay.titleFree"
      : "booking-checkout.pay.title";
  const payButton = (
    <Button type="submit" name="intent" value="pay" wide busy={sending} className="max-w-[34rem]">
      {action}
    </Button>
  );
  const line = { date: shortDate(departure.date, locale), time: clockTime(departure.start_time, locale), people };
  return (
    <>
      <Form method="post" id={CREDIT_FORM} className="hidden" />
      <Form method="post" className={CHECKOUT_GRID}>
        <input type="hidden" name="key" value={payKey} />
        <input type="hidden" name="displayed_total" value={toPay} />
        <input type="hidden" name="displayed_currency" value={total.currency} />
        <DefaultButton intent={alive ? (props.byHand ? "by_hand" : barIntent(options, "pay")) : "retake"} />
        <div className="min-w-0">
          <StepHeading step="pay">{t(title)}</StepHeading>
        </div>
        <ReceiptLine
          text={t("booking-checkout.line", line)}
          total={price}
          saving={<Saving lines={lines} />}
          open={props.creditRefusal !== null || credit !== null}
        />
        <aside className={RECEIPT}>
          <OrderSummary
            departure={departure}
            lines={lines}
            total={total}
            pesos={pesos}
            why={props.why ?? null}
            credit={credit && credit.money}
            refundable={total.amount_minor === 0 ? null : props.refundable}
            proof={props.proof ?? null}
            hasLine
          >
            {alive && total.amount_minor > 0 && <CreditOf {...props} />}
            <dl className="mt-4 flex flex-wrap justify-between gap-x-4 text-small">
              <dt className="font-semibold">{t("booking-checkout.currency")}</dt>
              <dd>{currencyName(total.currency, locale)}</dd>
              <dd className="mt-1 w-full text-text-2">{t("booking-checkout.currencyFrozen")}</dd>
            </dl>
          </OrderSummary>
        </aside>
        <section className={CHECKOUT_FORM}>
          {refusal && (
            <Notice tone="bad" live className="mb-5">
              {t(refusal.message, refusal.values)}
              <div>
                <UnpaidLink departureId={departureId} booking={refusal.booking} />
              </div>
            </Notice>
          )}
          <div className="max-w-[34rem]">{alive ? <HoldStrip hold={hold} /> : <HoldOver hold={hold} />}</div>
          {/* places that were taken again need no code any more */}
          <CodeEntry key={String(alive)} refusal={props.codeRefusal} email={props.email} />
          {props.guest && <GuestLine {...props.guest} />}
          {alive ? (
            <>
              <SecondPayment atBank={props.atBank} />
              {free ? (
                <p className="mb-6 max-w-[34rem]">{t(credit ? "credits.paid" : "booking-checkout.pay.freeText")}</p>
              ) : props.byHand ? (
                <ByHand byHand={props.byHand} zone={hold.time_zone} busy={sending} />
              ) : (
                <PayMethods ways={options} total={price} act="pay">
                  {payButton}
                </PayMethods>
              )}
              {free && payButton}
              {!free && !props.byHand && (
                <p className="mt-3.5 max-w-[34rem] text-small text-text-2">
                  {t("booking-checkout.pay.next")}
                  {props.practice && <strong className="mt-1 block text-text">{t("booking-checkout.pay.test")}</strong>}
                </p>
              )}
            </>
          ) : (
            <div className="flex flex-wrap gap-3">
              {mustBookAgain ? (
                <ButtonLink to={localizedPath(`/checkout?departure=${departureId}&people=${props.people}`, locale)}>
                  {t("booking-cases.holdOver.bookAgain")}
                </ButtonLink>
              ) : (
                <Button type="submit" name="intent" value="retake" busy={sending}>
                  {t("booking-cases.holdOver.action")}
                </Button>
              )}
              <ButtonLink to={props.otherDate} kind="secondary">
                {t("booking-checkout.chooseOther")}
              </ButtonLink>
            </div>
          )}
        </section>
        {alive && options.length > 0 && (
          <PhoneTotalBar crawl={props.crawl} total={price} text={t("booking-checkout.barLine", line)}>
            <Button type="submit" name="intent" value={barIntent(options, "pay")} busy={sending}>
              {t(free ? "booking-checkout.pay.shortFree" : "booking-checkout.pay.short")}
            </Button>
          </PhoneTotalBar>
        )}
      </Form>
    </>
  );
}

const CREDIT_FORM = "credit-form";

/** Refusals that end this booking's time to pay for good. */
const BOOK_AGAIN: ReadonlySet<string> = new Set(["errors.renewals_used", "errors.unpaid_nearby"]);

/** Asks for the code that was mailed to the booking's address, once the server has asked for it. */
function CodeEntry({ refusal, email }: { refusal: PayStepProps["codeRefusal"]; email: string | null }) {
  const { t } = useText();
  // another refusal may come after it: what was typed counts for the next try as well
  const [wasAsked, setWasAsked] = useState(refusal !== null);
  if (refusal && !wasAsked) setWasAsked(true);
  if (!wasAsked) return null;
  const message = refusal && t(refusal.message, refusal.values);
  const calm = refusal !== null && isCodeAsked(refusal);
  return (
    <div className="mt-5 grid gap-5">
      <ErrorSummary
        key={refusal?.at}
        title={t("errors.summary", { count: 1 })}
        errors={message ? [{ id: "email_code", message }] : []}
        calm={calm}
      />
      <EmailCodeField error={(!calm && message) || undefined} email={email} />
    </div>
  );
}

/** The details in one line, with the way back to them. */
function GuestLine({ name, email, path }: NonNullable<PayStepProps["guest"]>) {
  const { t } = useText();
  return (
    <p className="my-5 flex max-w-[34rem] flex-wrap items-center gap-x-3 border-y border-border py-1">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{name}</span> · {email}
      </span>
      <Link to={path} className={`${LINK} ml-auto inline-flex min-h-11 items-center gap-2`}>
        <ArrowLeft aria-hidden size={20} />
        {t("booking-checkout.back")}
      </Link>
    </p>
  );
}

type ByHandProps = { byHand: NonNullable<PayStepProps["byHand"]>; zone: string; busy: boolean };

/** How a guest pays us directly, and that their places are kept for it. */
function ByHand({ byHand: { door, transfer, until, city }, zone, busy }: ByHandProps) {
  const { t, locale } = useText();
  const end = new Date(until);
  const values = { time: timeIn(end, zone, locale), date: dateInSentence(dateIn(end, zone), locale), city };
  return (
    <div className="max-w-[34rem]">
      <ul className="mb-4 grid list-disc gap-2 pl-6">
        {door && <li>{t("booking-cases.byHand.door")}</li>}
        {transfer !== "" && <li>{t("booking-cases.byHand.transfer")}</li>}
      </ul>
      <p className="mb-6">{t("booking-cases.byHand.until", values)}</p>
      <Button type="submit" name="intent" value="by_hand" wide busy={busy}>
        {t("booking-cases.byHand.submit")}
      </Button>
      <p className="mt-3.5 text-small text-text-2">{t("booking-cases.byHand.next")}</p>
    </div>
  );
}

/** Says that a payment is under way, and asks whether the guest wants another one. */
function SecondPayment({ atBank }: Pick<PayStepProps, "atBank">) {
  const { t, locale } = useText();
  if (!atBank) return null;
  const amount = formatMoney({ amount: atBank.amount_minor, currency: atBank.currency }, locale);
  return (
    <Notice tone="warning" className="mb-6 max-w-[34rem]">
      <p className="font-bold">{t("booking-cases.second.title", { amount })}</p>
      <p className="mt-1">{t("booking-cases.second.text")}</p>
      <div className="mt-3.5 mb-1 font-semibold">
        <Checkbox id="second" name="second" value="yes" required>
          {t("booking-cases.second.know")}
        </Checkbox>
      </div>
    </Notice>
  );
}

/** The errors' texts are many: only whoever may use a credit loads them before something is wrong. */
const CreditOf = (props: PayStepProps) => (props.credit || props.own ? <Credit {...props} /> : null);

function Credit({ credit, creditRefusal, total }: PayStepProps) {
  const { t } = useText("errors");
  return (
    <CreditEntry
      form={CREDIT_FORM}
      applied={credit && credit.parts}
      isHidden={credit !== null && credit.parts === null}
      isPaid={credit !== null && credit.money.amount_minor >= total.amount_minor}
      currency={total.currency}
      error={creditRefusal ? t(creditRefusal.message, creditRefusal.values) : undefined}
    />
  );
}

function HoldOver({ hold }: { hold: Hold }) {
  const { t, locale } = useText();
  const time = timeIn(new Date(hold.expires_at), hold.time_zone, locale);
  return (
    <Notice tone="warning" live>
      {t("booking-cases.holdOver.text", { time })}
    </Notice>
  );
}
