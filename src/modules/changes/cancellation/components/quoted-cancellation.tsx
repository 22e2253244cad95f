import { Form, useNavigation } from "react-router";
import { dateIn, dateInSentence, timeIn } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import type { MoneyShape } from "#src/modules/site/catalog/schema.ts";
import { manageAddress, type ManagePlace } from "#src/modules/changes/manage/rules/manage-page.ts";
import { wayBackValues } from "#src/modules/money/payments/rules/paid-before.ts";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { Why } from "#src/ui/why.tsx";

type QuotedCancellationProps = {
  booking: BookingView;
  refund: MoneyShape;
  /** How much of the refund another system took, which gives it back (minor units). */
  before: number;
  credit: number;
  /** What comes as new credit, because it is too late for a refund; `percent` of what was paid, 0 where none does. */
  late: number;
  percent: number;
  /** What goes back of a group's deposit, as it was paid; and what isn't refunded of it (minor units). */
  deposit: number;
  keptDeposit: number;
  disputed: boolean;
  waits: number;
  /** Why so much is refunded. */
  why?: SaidWhy | null;
  place: ManagePlace;
};

/**
 * Cancels the whole booking: seats, money and rule first, then a button that names the refund; `credit` of it returns to credit,
 * who is too late may get `late` as new credit, and the guest's bank decides about `waits` first. The form submits the refund shown, so that an outdated one changes nothing.
 * Works without JavaScript.
 */
export function QuotedCancellation(props: QuotedCancellationProps) {
  const { booking, refund, before, credit, deposit, keptDeposit, late, percent, disputed, waits, why, place } = props;
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { departure, total, number_of_people: people } = booking;
  const paid = booking.status === "confirmed" ? total.amount_minor : keptDeposit;
  const say = (amount: number) => formatMoney({ amount, currency: refund.currency }, locale);
  const back = refund.amount_minor + credit + deposit + late;
  const inCredit = percent > 0 ? "credit" : "refund";
  const nothing = disputed ? "disputed" : "none";
  const money = paid === 0 ? "free" : back > 0 ? inCredit : nothing;
  const way = wayBackValues(back, before, say);
  const until = new Date(departure.refund_until);
  const deadline = {
    date: dateInSentence(dateIn(until, departure.time_zone), locale),
    time: timeIn(until, departure.time_zone, locale),
  };
  const rows = [
    [t("payments-manage.cancel.seats"), String(people)],
    [t("payments-manage.cancel.paid"), say(paid)],
    [t("payments-manage.cancel.fee"), say(paid - back - waits)],
    ...(waits > 0 ? [[t("payments-manage.cancel.waits"), say(waits)] as const] : []),
    ...(credit > 0 ? [[t("payments-manage.cancel.credit"), say(credit)] as const] : []),
    // the last line says it where nothing else goes back
    ...(late > 0 && late < back ? [[t("payments-manage.cancel.late"), say(late)] as const] : []),
  ];
  return (
    <Form method="post" className="grid max-w-[34rem] gap-6">
      <input type="hidden" name="version" value={booking.version} />
      <input type="hidden" name="refund" value={refund.amount_minor} />
      <input type="hidden" name="credit" value={credit + late} />
      <input type="hidden" name="currency" value={refund.currency} />
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 border-y-2 border-dashed py-4 tabular-nums">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-text-2">{label}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
        <dt className="display mt-1 text-[1.5rem] leading-none">
          {t(money === "credit" ? "payments-manage.cancel.inCredit" : "payments-manage.cancel.refund")}
          <Why why={why} />
        </dt>
        <dd className="display mt-1 text-right text-[1.5rem] leading-none">{say(back)}</dd>
      </dl>
      <p>
        {booking.status === "pending"
          ? keptDeposit > 0
            ? t("payments-manage.cancel.depositKept", { amount: say(keptDeposit) })
            : t("payments-manage.cancel.unpaid")
          : t("payments-manage.cancel.rule", {
              money,
              ...way,
              ...deadline,
              percent,
              amount: say(back),
              byCode: credit > 0 ? "yes" : "no",
            })}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="cancel" kind="danger" busy={busy}>
          {t("payments-manage.cancel.submit", { money, amount: say(back) })}
        </Button>
        <ButtonLink to={manageAddress(place)} kind="secondary">
          {t("payments-manage.cancel.keep")}
        </ButtonLink>
      </div>
    </Form>
  );
}
