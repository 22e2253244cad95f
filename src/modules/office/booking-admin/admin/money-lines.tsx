import type { ReactNode } from "react";
import { dayAndYear } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { LINE } from "#src/modules/office/booking-admin/admin/panel-section.tsx";
import { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import {
  type MoneyState,
  type Panel,
  type PanelRefund,
  whyKept,
} from "#src/modules/office/booking-admin/rules/panel.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { namedWay } from "#src/kernel/pay-method.ts";
import { companyName } from "#src/modules/base/settings/rules/payment-companies.ts";

const PAID: Record<MoneyState, Tone> = {
  paid: "done",
  bank: "waiting",
  waits: "waiting",
  failed: "none",
  judge: "judge",
  disputed: "judge",
  unplaced: "judge",
};

const BACK: Record<PanelRefund["status"], Tone> = {
  requested: "waiting",
  submitted: "waiting",
  succeeded: "done",
  failed: "failed",
  manual: "judge",
  hand_over: "waiting",
  terminal: "waiting",
  transfer: "waiting",
  dropped: "none",
  credited: "done",
};

/** Price, payments, refunds and what remains with us, and the deadline of a full refund. */
export function MoneyLines({ panel }: { panel: Panel }) {
  const { t, locale } = useText();
  const { dayOf, clock, money, moment } = useWriting(panel);
  const handOver = useAct(panel.id);
  const { price, payments, refunds, refund } = panel;
  const record = { is: "booking", id: panel.id } as const;
  const discount = price.coupon
    ? t("booking-admin.discountCoupon", { code: price.coupon })
    : t("booking-admin.discount");
  // after additions or an agreed price, the subtotal may not be a multiple of the unit price
  const isEven = price.unit * panel.people === price.subtotal;
  const evenly = t("booking-admin.priceEach", { people: panel.people, unit: money(price.unit) });
  const deadline = {
    date: dayOf(refund.until),
    time: clock(refund.until),
    terms: /^[\d-]{10}$/.test(refund.terms) ? dayAndYear(refund.terms, locale) : refund.terms,
  };
  return (
    <>
      <dl>
        <Line
          label={
            <>
              {isEven ? evenly : t("booking-admin.priceLine", { people: panel.people })}
              {price.rule !== null && (
                <span className="text-text-3"> {t("booking-admin.byRule", { rule: price.rule })}</span>
              )}
            </>
          }
        >
          {money(price.subtotal)}
        </Line>
        {price.bought.map(({ id, name, quantity, handed_out: redeemed, amount }) => (
          <Line
            key={id}
            label={
              <>
                {t("booking-admin.addOn", { quantity, name })}
                {redeemed > 0 && (
                  <span className="block text-fine text-text-3">{t("booking-admin.handedOut", { redeemed })}</span>
                )}
              </>
            }
          >
            {money(amount.amount_minor)}
          </Line>
        ))}
        {price.discount > 0 && <Line label={discount}>{money(-price.discount)}</Line>}
        <Line
          label={
            <>
              {t("booking-admin.price")}
              <WhyAmount name={t("booking-admin.price")} why={panel.why.total} record={record} />
            </>
          }
          strong
        >
          {money(price.total)}
        </Line>
        {payments.map(({ id, provider, method, at, state, amount, currency, reference, payout }) => (
          <Line
            key={id}
            label={
              <>
                {t("booking-admin.paidOn", {
                  way: t("booking-admin.way", { method: namedWay(method) }),
                  date: moment(at),
                })}
                {reference && (
                  <span className="block text-fine wrap-anywhere text-text-3">
                    {t("booking-admin.reference", { reference })}
                  </span>
                )}
                {payout && (
                  <span className="block text-fine wrap-anywhere text-text-3">
                    {payout === "owner"
                      ? t("booking-admin.payoutByOwner", { company: companyName(provider) })
                      : t("booking-admin.payout", { id: payout.id, date: dayAndYear(payout.on, locale) })}
                  </span>
                )}
              </>
            }
            muted
          >
            <Badge tone={PAID[state]} plain={state === "paid"}>
              {t("booking-admin.paymentState", { state })}
            </Badge>
            {money(amount, currency)}
          </Line>
        ))}
        {refunds.map(({ id, reason, at, status, amount, currency, giveBy }) => (
          <Line key={id} label={t("booking-admin.refundLine", { reason, date: moment(at) })} muted>
            <Badge tone={BACK[status]}>{t("booking-admin.refundState", { status })}</Badge>
            {money(-amount, currency)}
            {giveBy && panel.may.refund && (
              <AdminButton
                small
                busy={handOver.busy}
                onClick={() =>
                  handOver.post({
                    act: "hand_over",
                    refund_id: id,
                    handed: t("booking-admin.handed.note", { way: giveBy }),
                  })
                }
              >
                {t("booking-admin.handed.do", { way: giveBy })}
              </AdminButton>
            )}
          </Line>
        ))}
        {payments.length > 0 && (
          <Line
            label={
              <>
                {t("booking-admin.kept")}
                <WhyAmount name={t("booking-admin.kept")} why={whyKept(panel)} record={record} />
              </>
            }
            strong
            className="mt-1 border-t border-border pt-1"
          >
            {money(panel.kept)}
          </Line>
        )}
      </dl>
      {handOver.refused && (
        <p role="alert" className="font-medium text-low-text">
          {handOver.refused}
        </p>
      )}
      {payments.length === 0 && <p className="text-text-3">{t("booking-admin.nothingPaid")}</p>}
      {panel.status === "confirmed" && (
        <p className="text-fine text-text-3">
          {t(refund.past ? "booking-admin.refundPast" : "booking-admin.refundUntil", deadline)}
        </p>
      )}
    </>
  );
}

function Line({
  label,
  strong = false,
  muted = false,
  className,
  children,
}: {
  label: ReactNode;
  strong?: boolean;
  muted?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames(LINE, "justify-between", strong && "font-semibold", className)}>
      <dt className={muted ? "text-text-2" : undefined}>{label}</dt>
      <dd className="ml-auto flex items-center gap-2 font-medium tabular-nums">{children}</dd>
    </div>
  );
}
