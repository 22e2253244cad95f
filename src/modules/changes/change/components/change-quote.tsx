import { useId } from "react";
import { Form, useNavigation } from "react-router";
import { dateIn, dateInSentence, hours, shortDate, timeIn } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import { PayChoices } from "#src/modules/sales/booking/components/pay-methods.tsx";
import { sumOf } from "#src/modules/sales/booking/rules/why-change.ts";
import type { Change, ChangeQuote } from "#src/modules/sales/booking/schema.ts";
import type { Method } from "#src/modules/money/payments/schema.ts";
import { wayBackValues } from "#src/modules/money/payments/rules/paid-before.ts";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Field } from "#src/ui/field.tsx";
import { Receipt } from "#src/ui/sheet.tsx";
import { Why } from "#src/ui/why.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type QuoteView = Omit<ChangeQuote, "version">;

type QuotedChangeProps = {
  change: Change;
  quote: ChangeQuote;
  /** How much of what goes back another system took, which gives it back (minor units). */
  before: number;
  timeZone: string;
  /** Whether cancelling is refunded: now, and after the change. */
  refundable: { now: boolean; afterwards: boolean };
  options: { provider: string; method: Method }[];
  practice: boolean;
  /** The change's idempotency key. */
  changeKey: string;
};

/** A change with its price: what happens, what it costs, and a button that names it. Works without JavaScript. */
export function QuotedChange(props: QuotedChangeProps) {
  const { change, quote, before, timeZone, refundable, options, practice, changeKey } = props;
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { difference } = quote;
  const say = (minor: number) => formatMoney({ amount: minor, currency: difference.currency }, locale);
  const due = Math.abs(difference.amount_minor);
  const amount = say(due);
  const way = wayBackValues(due, before, say);
  const money = difference.amount_minor > 0 ? "pay" : difference.amount_minor < 0 ? "back" : "none";
  const people = Math.abs(quote.after.people - quote.before.people);
  const late = money === "none" && change.kind === "remove" && !refundable.now && quote.before.total.amount_minor > 0;
  return (
    <Form method="post" className="grid gap-6">
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="key" value={changeKey} />
      <input type="hidden" name="version" value={quote.version} />
      <input type="hidden" name="difference" value={difference.amount_minor} />
      <input type="hidden" name="currency" value={difference.currency} />
      <div className="grid gap-2">
        <p>
          {change.kind === "add_ons" && money !== "back"
            ? t(
                money === "pay"
                  ? "payments-manage.quote.happens.payAddOns"
                  : "payments-manage.quote.happens.noneAddOns",
              )
            : t(`payments-manage.quote.happens.${late ? "late" : money}`, { amount, ...way })}
        </p>
        <Until quote={quote} timeZone={timeZone} refundable={refundable.afterwards} />
        {quote.coupon_code && (
          <p className="text-text-2">{t("payments-manage.quote.coupon", { code: quote.coupon_code })}</p>
        )}
      </div>
      {change.kind === "add" && <NewNames from={quote.before.people} count={change.names.length} />}
      {money === "pay" && <PayChoices ways={options} />}
      <div>
        <Button type="submit" wide busy={busy} className="max-w-[34rem]">
          {t(`payments-manage.do.${change.kind}`, { money, amount, people })}
        </Button>
        {money === "pay" && (
          <p className="mt-3.5 max-w-[34rem] text-small text-text-2">
            {t("booking-checkout.pay.next")}
            {practice && <strong className="mt-1 block text-text">{t("booking-checkout.pay.test")}</strong>}
          </p>
        )}
      </div>
    </Form>
  );
}

function Until({ quote, timeZone, refundable }: { quote: QuoteView; timeZone: string; refundable: boolean }) {
  const { t, locale } = useText();
  const until = new Date(quote.refund_until);
  const deadline = { date: dateInSentence(dateIn(until, timeZone), locale), time: timeIn(until, timeZone, locale) };
  if (quote.after.total.amount_minor === 0) return null;
  return (
    <p className="text-text-2">
      {refundable ? t("payments-manage.quote.until", deadline) : t("payments-manage.quote.over")}
    </p>
  );
}

/** A name field per added guest; the number is the position among them. */
function NewNames({ from, count }: { from: number; count: number }) {
  const { t } = useText();
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-h3 font-display font-black">{t("payments-manage.add.names")}</legend>
      {Array.from({ length: count }, (_, index) => (
        <Field
          key={index}
          id={`name-${index + 1}`}
          label={t("payments-manage.names.field", { n: from + index + 1 })}
          optional={t("booking-checkout.optional")}
        >
          {(control) => <TextInput {...control} name={`name-${index + 1}`} autoComplete="off" maxLength={80} />}
        </Field>
      ))}
    </fieldset>
  );
}

const FIRST = "py-1.5 pr-2 pl-5 md:pl-6";
const CELL = "py-1.5 pr-3 md:pr-4";

/** The receipt beside it: the booking before and after, and the difference. */
export function ChangeReceipt({ quote, why = null }: { quote: QuoteView; why?: SaidWhy | null }) {
  const { t, locale } = useText();
  const id = useId();
  const { before, after, difference } = quote;
  const money = (amount: number) => formatMoney({ amount, currency: difference.currency }, locale);
  const places = [
    [t("payments-manage.quote.dateRow"), shortDate(before.date, locale), shortDate(after.date, locale, before.date)],
    [
      t("payments-manage.quote.timeRow"),
      hours(before.start_time, before.end_time, locale),
      hours(after.start_time, after.end_time, locale),
    ],
    [t("payments-manage.quote.peopleRow"), String(before.people), String(after.people)],
  ] as const;
  const addOns = quote.add_ons.map(
    (one) => [inLocale(locale, one.name, one.name_es), String(one.before), String(one.after)] as const,
  );
  const rows = [
    // where only add-ons change, the rest needs no comparison
    ...(addOns.length > 0 ? addOns : places),
    [t("payments-manage.quote.totalRow"), money(before.total.amount_minor), money(after.total.amount_minor)] as const,
  ];
  const sum = sumOf(difference);
  return (
    <section aria-labelledby={id}>
      <Receipt>
        <h2 id={id} className="sr-only">
          {t("payments-manage.quote.summary")}
        </h2>
        <div className="@container">
          <table className="w-full text-left tabular-nums @max-[15rem]:wrap-anywhere">
            <thead>
              <tr className="text-small text-text-2">
                <th className={`${FIRST} pt-4`}>
                  <span className="sr-only">{t("payments-manage.quote.what")}</span>
                </th>
                <th className={`${CELL} pt-4 font-semibold`}>{t("payments-manage.quote.now")}</th>
                <th className={`${CELL} pt-4 font-semibold`}>{t("payments-manage.quote.then")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([label, was, will]) => (
                <tr key={label} className="align-baseline">
                  <th scope="row" className={`${FIRST} text-small font-normal text-text-2`}>
                    {label}
                  </th>
                  <td className={classNames(CELL, was !== will && "text-text-2 line-through decoration-1")}>{was}</td>
                  <td className={classNames(CELL, was !== will && "font-bold")}>{will}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-dashed px-5 pt-5 pb-3 md:px-6">
          <span className="display text-[1.5rem] leading-none">
            {t(`payments-manage.quote.${sum}`)}
            <Why why={why} />
          </span>
          {sum !== "nothing" && (
            <span className={classNames("display text-[1.75rem] leading-none", sum === "back" && "text-high-text")}>
              {money(Math.abs(difference.amount_minor))}
            </span>
          )}
        </p>
      </Receipt>
    </section>
  );
}
