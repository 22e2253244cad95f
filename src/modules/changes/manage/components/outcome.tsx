import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import { dateIn, dateInSentence, timeIn } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import { HoldStrip } from "#src/modules/sales/booking/components/hold-strip.tsx";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { CreditCards } from "#src/modules/money/credits/components/credit-cards.tsx";
import { HowToPay } from "#src/modules/changes/manage/components/by-hand.tsx";
import { Refunds } from "#src/modules/changes/manage/components/refunds.tsx";
import type { ConfirmationKind } from "#src/modules/changes/manage/rules/confirmation-view.ts";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";
import { wayBackValues } from "#src/modules/money/payments/rules/paid-before.ts";
import { Button, ButtonLink, buttonClass } from "#src/ui/button.tsx";
import { NextNights } from "#src/modules/sales/schedule/components/next-nights.tsx";
import { checkoutPath } from "#src/modules/sales/schedule/components/book-now.tsx";
import type { Instead } from "#src/modules/sales/schedule/schema.ts";
import { FactList } from "#src/ui/fact-list.tsx";
import { Spinner } from "#src/ui/spinner.tsx";

export type OutcomeProps = {
  kind: Exclude<ConfirmationKind, "success">;
  booking: BookingView;
  payment: PaymentState;
  secondsLeft: number;
  /** The page has stopped polling. */
  stopped: boolean;
  /** Credit given instead of a refund; empty if this visitor may not see it. */
  credits: ComponentProps<typeof CreditCards>["credits"];
  /** How to pay us directly, where nothing can be paid online. */
  byHand: { door: boolean; transfer: string } | null;
  /** What is left to pay, in minor units. */
  left: number;
  /** Of a hold that has lapsed: why its places can't be had again, and what is offered instead; null where they are free. */
  gone: { reason: string; left: number; instead: Instead | null } | null;
  /** The URL of this page without what the provider added. */
  here: string;
  /** Why so much goes back; null for whoever may not know. */
  whyBack?: SaidWhy | null;
};

/** The state of a booking that is not confirmed, and the one thing to do about it. */
export function Outcome(props: OutcomeProps) {
  const { t, locale } = useText();
  const { kind, booking, stopped, secondsLeft } = props;
  const { number_of_people: people, hold_expires_at: expires_at, departure } = booking;
  const keeps = booking.hold_lives && (kind === "pending" || kind === "payment_cancelled" || kind === "payment_failed");
  return (
    <div className="grid max-w-[40rem] gap-5">
      <h1 className="text-h2">
        {hasVoucher(props)
          ? t("payments-confirmation.voucher.title", { method: props.payment.voucher!.method })
          : t(`payments-confirmation.title.${kind}`)}
      </h1>
      <div role="status" className="grid gap-3 text-lead text-text-2">
        <Words {...props} />
        {kind === "waiting" && !hasVoucher(props) && booking.hold_lives && (
          <p>
            {t("payments-confirmation.text.waitingKept", {
              people,
              time: timeIn(new Date(expires_at), departure.time_zone, locale),
              date: dateInSentence(dateIn(new Date(expires_at), departure.time_zone), locale),
              city: departure.city,
            })}
          </p>
        )}
        {kind === "waiting" && !hasVoucher(props) && (
          <p className="flex items-center gap-3 text-base font-semibold text-text">
            {!stopped && <Spinner />}
            {t(stopped ? "payments-confirmation.text.waitingLong" : "payments-confirmation.text.asking")}
          </p>
        )}
      </div>
      {kind === "at_bank" && <BankWaits {...props} />}
      {kind === "by_hand" && props.byHand && (
        <HowToPay
          ways={props.byHand}
          bill={{ amount: props.left, currency: booking.total.currency }}
          reference={booking.reference}
          until={expires_at}
          zone={departure.time_zone}
          city={departure.city}
        />
      )}
      {hasVoucher(props) && <VoucherSteps method={props.payment.voucher!.method} />}
      {keeps && <HoldStrip hold={{ people, expires_at, time_zone: departure.time_zone, seconds_left: secondsLeft }} />}
      {props.credits.length > 0 && <CreditCards credits={props.credits} timeZone={departure.time_zone} />}
      <Refunds payment={props.payment} why={props.whyBack ?? null} />
      <div className="flex flex-wrap gap-3">
        <Action {...props} />
      </div>
      {kind === "expired" && props.gone?.instead && (
        <Nights instead={props.gone.instead} people={props.booking.number_of_people} />
      )}
    </div>
  );
}

const hasVoucher = ({ kind, payment }: Pick<OutcomeProps, "kind" | "payment">) =>
  kind === "waiting" && payment.voucher !== null;

const REASONS = {
  declined: "payments-confirmation.reason.declined",
  insufficient_funds: "payments-confirmation.reason.insufficient_funds",
  voucher_lapsed: "payments-confirmation.reason.voucher_lapsed",
  transfer_lapsed: "payments-confirmation.reason.transfer_lapsed",
} as const;

function Words({ kind, booking, payment, gone }: OutcomeProps): ReactNode {
  const { t, locale } = useText();
  if (kind === "unplaced") {
    const amount = formatMoney({ amount: payment.unplaced!.amount_minor, currency: booking.total.currency }, locale);
    const { time_zone: zone } = booking.departure;
    const at = new Date(payment.unplaced!.refund_at);
    return (
      <>
        <p>{t("payments-confirmation.text.unplaced")}</p>
        <p>
          {payment.unplaced!.refunded
            ? t(payment.cash_back ? "payments-confirmation.cashBack" : "payments-confirmation.text.unplacedSent", {
                amount,
              })
            : t("payments-confirmation.text.unplacedRefund", {
                amount,
                time: timeIn(at, zone, locale),
                date: dateInSentence(dateIn(at, zone), locale),
              })}
        </p>
      </>
    );
  }
  const { failure_reason: reason, voucher, bank, night_off: nightOff } = payment;
  if (kind === "choosing" && nightOff) {
    const at = new Date(nightOff.choose_until);
    const { time_zone: zone, city } = booking.departure;
    const until = { time: timeIn(at, zone, locale), date: dateInSentence(dateIn(at, zone), locale), city };
    const { currency } = booking.total;
    const way = wayBackValues(nightOff.amount_minor, payment.before_back?.amount_minor ?? 0, (minor) =>
      formatMoney({ amount: minor, currency }, locale),
    );
    return <p>{t("payments-confirmation.text.choosing", { ...until, ...way })}</p>;
  }
  if (kind === "at_bank" && bank) {
    const amount = formatMoney({ amount: bank.amount_minor, currency: bank.currency }, locale);
    return <p>{t("payments-confirmation.text.at_bank", { amount })}</p>;
  }
  if (kind === "waiting" && voucher) return <VoucherWords booking={booking} voucher={voucher} />;
  return (
    <>
      {kind === "payment_failed" && (
        <p className="font-semibold text-text">
          {t(
            payment.continue_url
              ? "payments-confirmation.reason.chooseAgain"
              : (REASONS[reason as keyof typeof REASONS] ?? "payments-confirmation.reason.other"),
          )}
        </p>
      )}
      <p>{t(notTaken({ kind, payment }) ?? `payments-confirmation.text.${kind}`)}</p>
      {kind === "expired" && !(gone ? isTooLate({ kind, payment }) : isAddOnGone({ kind, payment })) && (
        <p>
          {gone
            ? t(`errors.${gone.reason}` as MessageId, { left: gone.left })
            : t("payments-confirmation.text.expiredFree")}
        </p>
      )}
    </>
  );
}

/** Why nothing was charged though the guest approved the payment; null if that isn't the case. */
function notTaken({ kind, payment }: Pick<OutcomeProps, "kind" | "payment">) {
  if (isTooLate({ kind, payment })) return "payments-confirmation.text.seatsGone";
  if (isAddOnGone({ kind, payment })) return "payments-confirmation.text.addOnGone";
  const over = kind === "expired" || kind === "payment_cancelled";
  return over && payment.failure_reason === "credit_gone" ? "payments-confirmation.text.creditGone" : null;
}

/** The guest approved the payment after the seats were sold, and nothing was charged. */
const isTooLate = ({ kind, payment }: Pick<OutcomeProps, "kind" | "payment">) =>
  kind === "expired" && payment.failure_reason === "places_gone";

/** The guest approved the payment after an add-on was sold out, and nothing was charged. */
const isAddOnGone = ({ kind, payment }: Pick<OutcomeProps, "kind" | "payment">) =>
  kind === "expired" && payment.failure_reason === "add_on_sold_out";

/** What a voucher is for, what it costs, and until when it can be paid, in the city's time. */
function VoucherWords({ booking, voucher }: { booking: BookingView; voucher: NonNullable<PaymentState["voucher"]> }) {
  const { t, locale } = useText();
  const { time_zone: zone, city } = booking.departure;
  const until = new Date(voucher.until);
  const end = { time: timeIn(until, zone, locale), date: dateInSentence(dateIn(until, zone), locale), city };
  return (
    <>
      <p>{t("payments-confirmation.voucher.text", { people: booking.number_of_people, method: voucher.method })}</p>
      <FactList
        className="grid-cols-2 gap-y-4 border-y-2 border-dashed py-4 text-base text-text"
        facts={[
          [t("payments-confirmation.ticket.reference"), booking.reference],
          [
            t("payments-confirmation.voucher.amount", { method: voucher.method }),
            formatMoney({ amount: voucher.amount_minor, currency: voucher.currency }, locale),
          ],
          [t("payments-confirmation.voucher.deadline"), t("payments-confirmation.voucher.until", end)],
        ]}
      />
    </>
  );
}

/** For how long places wait for a bank, and what a second payment would do. */
function BankWaits({ booking, payment }: OutcomeProps) {
  const { t, locale } = useText();
  const { time_zone: zone, city } = booking.departure;
  const until = payment.bank?.until && booking.hold_lives ? new Date(payment.bank.until) : null;
  return (
    <div className="grid gap-3">
      <p className="font-semibold">
        {until
          ? t("payments-confirmation.bank.kept", {
              people: booking.number_of_people,
              time: timeIn(until, zone, locale),
              date: dateInSentence(dateIn(until, zone), locale),
              city,
            })
          : t("payments-confirmation.bank.over")}
      </p>
      {until && <p className="text-text-2">{t("payments-confirmation.bank.then")}</p>}
      <p className="text-text-2">{t("payments-confirmation.bank.again")}</p>
    </div>
  );
}

/** What to do with a voucher. */
function VoucherSteps({ method }: { method: "oxxo" | "spei" }) {
  const { t } = useText();
  return (
    <ol className="grid list-decimal gap-2 pl-6 marker:font-bold">
      <li>{t("payments-confirmation.voucher.show", { method })}</li>
      <li>{t("payments-confirmation.voucher.pay", { method })}</li>
      <li>{t("payments-confirmation.voucher.wait", { method })}</li>
    </ol>
  );
}

/** The next nights of the city, instead of one whose places are gone. */
function Nights({ instead, people }: { instead: Instead; people: number }) {
  const { locale } = useText();
  const nights = instead.nights.map(({ external_booking_link: elsewhere, ...night }) => ({
    ...night,
    to: elsewhere ?? checkoutPath(night.id, locale, people),
  }));
  return <NextNights {...instead} nights={nights} heading="h2" />;
}

function Action({ kind, booking, payment, here, byHand, gone }: OutcomeProps) {
  const { t, locale } = useText();
  const pay = localizedPath(`/checkout?departure=${booking.departure.departure_id}&booking=${booking.id}`, locale);
  const otherDate = (
    <ButtonLink to={`${localizedPath("/", locale)}#booking`} kind="secondary">
      {t("payments-confirmation.action.date")}
    </ButtonLink>
  );
  switch (kind) {
    // chosen by the emailed link: another date bought here would be paid twice
    case "choosing":
      return null;
    case "payment_failed":
      if (!payment.continue_url) return <ButtonLink to={pay}>{t("payments-confirmation.action.retry")}</ButtonLink>;
      return (
        <>
          <a href={payment.continue_url} className={buttonClass({})}>
            {t("payments-confirmation.action.retry")}
          </a>
          <ButtonLink to={pay} kind="secondary">
            {t("payments-confirmation.action.otherWay")}
          </ButtonLink>
        </>
      );
    case "payment_cancelled":
      return <ButtonLink to={pay}>{t("payments-confirmation.action.retry")}</ButtonLink>;
    case "pending":
      return <ButtonLink to={pay}>{t("payments-confirmation.action.complete")}</ButtonLink>;
    case "expired":
      if (gone) return otherDate;
      if (isAddOnGone({ kind, payment }))
        return (
          <>
            <ButtonLink to={checkoutPath(booking.departure.departure_id, locale, booking.number_of_people)}>
              {t("payments-confirmation.action.without")}
            </ButtonLink>
            {otherDate}
          </>
        );
      return (
        <>
          <Form method="post">
            <Button type="submit" name="intent" value="retake">
              {t("payments-confirmation.action.retake")}
            </Button>
          </Form>
          {otherDate}
        </>
      );
    case "waiting":
      return (
        <>
          {payment.voucher && (
            <a href={payment.voucher.url} className={buttonClass({})}>
              {t("payments-confirmation.voucher.open", { method: payment.voucher.method })}
            </a>
          )}
          <a href={here} className={buttonClass({ kind: "secondary" })}>
            {t("payments-confirmation.action.check")}
          </a>
          {/* a second payment is refunded automatically */}
          <ButtonLink to={pay} kind="secondary">
            {t("payments-confirmation.action.otherWay")}
          </ButtonLink>
        </>
      );
    case "by_hand":
      return byHand ? null : <ButtonLink to={pay}>{t("payments-confirmation.action.complete")}</ButtonLink>;
    case "at_bank":
      return (
        <>
          <a href={here} className={buttonClass({})}>
            {t("payments-confirmation.action.check")}
          </a>
          <ButtonLink to={pay} kind="secondary">
            {t("payments-confirmation.bank.payAgain")}
          </ButtonLink>
        </>
      );
    case "credited":
      return (
        <ButtonLink to={`${localizedPath("/", locale)}#booking`}>{t("payments-confirmation.action.date")}</ButtonLink>
      );
    case "review":
      return null;
    default:
      return otherDate;
  }
}
