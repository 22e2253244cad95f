import { type ComponentProps, useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { clockTime, dateIn, dateInSentence, shortDate, timeIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { PayMethod } from "#src/kernel/pay-method.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { CHECKOUT_GRID } from "#src/modules/booking/components/checkout-frame.tsx";
import { currencyName } from "#src/modules/booking/components/currency-select.tsx";
import { EmailCodeField } from "#src/modules/booking/components/email-code-field.tsx";
import { type Hold, HoldStrip } from "#src/modules/booking/components/hold-strip.tsx";
import { OrderSummary, Saving, type ShownMoney } from "#src/modules/booking/components/order-summary.tsx";
import { PayMethods } from "#src/modules/booking/components/pay-methods.tsx";
import { PhoneTotal, PhoneTotalBar } from "#src/modules/booking/components/phone-total.tsx";
import { UnpaidLink } from "#src/modules/booking/components/unpaid-link.tsx";
import { forgetDraft } from "#src/modules/booking/components/use-draft.ts";
import { isCodeAsked } from "#src/modules/booking/rules/details-form.ts";
import { CreditEntry } from "#src/modules/credits/components/credit-entry.tsx";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { StepHeading } from "#src/ui/step-heading.tsx";

type PayStepProps = Pick<ComponentProps<typeof OrderSummary>, "departure" | "lines" | "total" | "pesos" | "proof"> & {
  departureId: string;
  /** Name of the crawl with its city. */
  crawl: string;
  people: number;
  /** The part of the total paid from credit; `code` only if this visitor may see it. */
  credit: { code: string | null; money: ShownMoney } | null;
  /** Whether this visitor may apply credit, not only pay. */
  own: boolean;
  /** The guest's address, if this visitor may see it. */
  email: string | null;
  /** Why the entered credit code is refused. */
  creditRefusal: { message: MessageId; values?: Record<string, string | number> } | null;
  hold: Hold;
  /** Whether cancelling would still be refunded. */
  refundable: boolean;
  /** False once the seats are back on sale. */
  alive: boolean;
  options: { provider: string; method: PayMethod }[];
  /** How to pay us directly, where nothing can be paid online, and until when the places wait for it. */
  byHand: { door: boolean; transfer: string; until: string; city: string } | null;
  /** A payment that the guest's bank is still making: another one is a choice of its own. */
  atBank: ShownMoney | null;
  /** Idempotency key: submitting the form twice pays once. */
  payKey: string;
  /** Payments are simulated: every payment method is shown. */
  sandbox: boolean;
  /** Why the mailed code is asked for, or was wrong; `at`: when that was answered. */
  codeRefusal: { message: MessageId; values?: Record<string, string | number>; at: number } | null;
  /** Why paying was refused; `booking`: the one to pay or cancel first. */
  refusal: { message: MessageId; values?: Record<string, string | number>; booking?: string } | null;
  otherDate: string;
};

/** Step three: seats held, price fixed, the guest chooses a payment method. */
export function PayStep(props: PayStepProps) {
  const { t, locale } = useText();
  const { departureId, departure, lines, total, pesos, people, hold, alive, options, payKey, refusal, credit } = props;
  const intent = useNavigation().formData?.get("intent");
  const sending = intent === "pay" || intent === "retake" || intent === "by_hand";
  const sendsToPaypal = intent === "pay_paypal";
  // the draft has become a booking: remove it from sessionStorage
  useEffect(() => forgetDraft(departureId), [departureId]);
  const mustBookAgain = refusal !== null && BOOK_AGAIN.has(refusal.message);
  const free = options[0]?.method === "free";
  const others = options.filter(({ method }) => method !== "paypal");
  const hasPaypal = others.length < options.length;
  const toPay = total.amount_minor - (credit?.money.amount_minor ?? 0);
  const shown = formatMoney({ amount: toPay, currency: total.currency }, locale);
  const action = free ? t("booking-checkout.pay.free") : t("booking-checkout.pay.submit", { total: shown });
  const title = !alive
    ? "booking-checkout.holdOver.title"
    : free
      ? "booking-checkout.pay.titleFree"
      : "booking-checkout.pay.title";
  const line = { date: shortDate(departure.date, locale), time: clockTime(departure.start_time, locale), people };
  return (
    <>
      <Form method="post" id={CREDIT_FORM} className="hidden" />
      <Form method="post" className={CHECKOUT_GRID}>
        <input type="hidden" name="key" value={payKey} />
        <input type="hidden" name="displayed_total" value={toPay} />
        <input type="hidden" name="displayed_currency" value={total.currency} />
        <section className="min-w-0">
          <StepHeading step="pay" className="mb-5">
            {t(title)}
          </StepHeading>
          {refusal && (
            <Notice tone="bad" live className="mb-5">
              {t(refusal.message, refusal.values)}
              <div>
                <UnpaidLink departureId={departureId} booking={refusal.booking} />
              </div>
            </Notice>
          )}
          {alive ? <HoldStrip hold={hold} /> : <HoldOver hold={hold} />}
          {/* places that were taken again need no code any more */}
          <CodeEntry key={String(alive)} refusal={props.codeRefusal} email={props.email} />
          <div className="mt-5">
            <PhoneTotal text={t("booking-checkout.line", line)} total={shown} saving={<Saving lines={lines} />} />
          </div>
          {alive ? (
            <>
              <SecondPayment atBank={props.atBank} />
              {free ? (
                <p className="mb-6 max-w-[34rem]">{t(credit ? "credits.paid" : "booking-checkout.pay.freeText")}</p>
              ) : props.byHand ? (
                <ByHand byHand={props.byHand} zone={hold.time_zone} busy={sending} />
              ) : (
                (others.length > 0 || !hasPaypal) && <PayMethods options={others} />
              )}
              {others.length > 0 && (
                <Button type="submit" name="intent" value="pay" wide busy={sending} className="max-w-[34rem]">
                  {action}
                </Button>
              )}
              {hasPaypal && <PaypalButton total={shown} isAlone={others.length === 0} busy={sendsToPaypal} />}
              {!free && !props.byHand && (
                <p className="mt-3.5 max-w-[34rem] text-small text-text-2">
                  {t("booking-checkout.pay.next")}
                  {props.sandbox && <strong className="mt-1 block text-text">{t("booking-checkout.pay.test")}</strong>}
                </p>
              )}
            </>
          ) : (
            <div className="flex flex-wrap gap-3">
              {mustBookAgain ? (
                <ButtonLink to={localizedPath(`/checkout?departure=${departureId}`, locale)}>
                  {t("booking-checkout.holdOver.bookAgain")}
                </ButtonLink>
              ) : (
                <Button type="submit" name="intent" value="retake" busy={sending}>
                  {t("booking-checkout.holdOver.action")}
                </Button>
              )}
              <ButtonLink to={props.otherDate} kind="secondary">
                {t("booking-checkout.chooseOther")}
              </ButtonLink>
            </div>
          )}
        </section>
        <aside className="min-w-0 lg:sticky lg:top-6">
          <OrderSummary
            departure={departure}
            lines={lines}
            total={total}
            pesos={pesos}
            credit={credit && credit.money}
            refundable={total.amount_minor === 0 ? null : props.refundable}
            proof={props.proof ?? null}
          >
            {alive && total.amount_minor > 0 && <CreditOf {...props} />}
            <dl className="mt-4 flex flex-wrap justify-between gap-x-4 text-small">
              <dt className="font-semibold">{t("booking-checkout.currency")}</dt>
              <dd>{currencyName(total.currency, locale)}</dd>
              <dd className="mt-1 w-full text-text-2">{t("booking-checkout.currencyFrozen")}</dd>
            </dl>
          </OrderSummary>
        </aside>
        {alive && options.length > 0 && (
          <PhoneTotalBar crawl={props.crawl} total={shown} text={t("booking-checkout.barLine", line)}>
            <Button
              type="submit"
              name="intent"
              value={others.length > 0 ? "pay" : "pay_paypal"}
              busy={sending || sendsToPaypal}
            >
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

type PaypalButtonProps = { total: string; isAlone: boolean; busy: boolean };

/** PayPal's own button (spec section 2.7), below the other ways to pay: it goes there at once. */
function PaypalButton({ total, isAlone, busy }: PaypalButtonProps) {
  const { t } = useText();
  return (
    <div className="max-w-[34rem]">
      {!isAlone && (
        <p className="my-4 flex items-center gap-3 text-small text-text-2 before:h-px before:grow before:bg-border-strong after:h-px after:grow after:bg-border-strong">
          {t("booking-checkout.pay.or")}
        </p>
      )}
      <Button type="submit" name="intent" value="pay_paypal" kind="accent" wide busy={busy}>
        {t("booking-checkout.pay.paypalButton", { total })}
      </Button>
    </div>
  );
}

type ByHandProps = { byHand: NonNullable<PayStepProps["byHand"]>; zone: string; busy: boolean };

/** How a guest pays us directly, and that their places are kept for it. */
function ByHand({ byHand: { door, transfer, until, city }, zone, busy }: ByHandProps) {
  const { t, locale } = useText();
  const end = new Date(until);
  const told = { time: timeIn(end, zone, locale), date: dateInSentence(dateIn(end, zone), locale), city };
  return (
    <div className="max-w-[34rem]">
      <ul className="mb-4 grid list-disc gap-2 pl-6">
        {door && <li>{t("booking-checkout.byHand.door")}</li>}
        {transfer !== "" && <li>{t("booking-checkout.byHand.transfer")}</li>}
      </ul>
      <p className="mb-6">{t("booking-checkout.byHand.until", told)}</p>
      <Button type="submit" name="intent" value="by_hand" wide busy={busy}>
        {t("booking-checkout.byHand.submit")}
      </Button>
      <p className="mt-3.5 text-small text-text-2">{t("booking-checkout.byHand.next")}</p>
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
      <p className="font-bold">{t("booking-checkout.pay.second.title", { amount })}</p>
      <p className="mt-1">{t("booking-checkout.pay.second.text")}</p>
      <div className="mt-3.5 mb-1 font-semibold">
        <Checkbox id="second" name="second" value="yes" required>
          {t("booking-checkout.pay.second.know")}
        </Checkbox>
      </div>
    </Notice>
  );
}

/** The errors' texts are many: only whoever may use a credit loads them before something is wrong. */
const CreditOf = (props: PayStepProps) => (props.credit || props.own ? <Credit {...props} /> : null);

function Credit({ credit, creditRefusal }: PayStepProps) {
  const { t } = useText("errors");
  return (
    <CreditEntry
      form={CREDIT_FORM}
      applied={credit}
      error={creditRefusal ? t(creditRefusal.message, creditRefusal.values) : undefined}
    />
  );
}

function HoldOver({ hold }: { hold: Hold }) {
  const { t, locale } = useText();
  const time = timeIn(new Date(hold.expires_at), hold.time_zone, locale);
  return (
    <Notice tone="warning" live>
      {t("booking-checkout.holdOver.text", { time })}
    </Notice>
  );
}
