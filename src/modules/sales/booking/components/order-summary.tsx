import { Check, ShieldCheck } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { clockTime, longDate } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import { LateProof } from "#src/modules/site/catalog/components/late-proof.tsx";
import type { NightProof } from "#src/modules/site/catalog/rules/proof.ts";
import { refundWords } from "#src/modules/site/catalog/rules/refund-words.ts";
import type { WhyPrice } from "#src/modules/sales/booking/rules/why-price.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Picture } from "#src/ui/picture.tsx";
import { Receipt } from "#src/ui/sheet.tsx";
import { Why } from "#src/ui/why.tsx";

export type ShownMoney = { amount_minor: number; currency: Currency };

export type ReceiptDeparture = {
  crawl_title: string;
  image: string | null;
  date: string;
  start_time: string;
  refund_until: string;
  time_zone: string;
};

/** The receipt's lines. `pesos` is the total in MXN when the total is in another currency. */
export type ReceiptLines = {
  people: number;
  kind: "base" | "earlyBird" | "sale" | "rule";
  /** the rule that lowers the price, where `kind` says so */
  rule: { name: string; name_es: string } | null;
  unit: ShownMoney;
  /** struck through next to the unit price; null without a reduction */
  regular: ShownMoney | null;
  add_ons: ShownMoney;
  /** which those are */
  bought: readonly { id: string; name: string; quantity: number }[];
  subtotal: ShownMoney;
  discount: ShownMoney;
  coupon_code: string | null;
  /** a valid code that isn't used, because the rule costs less */
  unused_code: string | null;
};

type OrderSummaryProps = {
  departure: ReceiptDeparture;
  /** Null when this visitor may only see the total. */
  lines: ReceiptLines | null;
  total: ShownMoney;
  pesos: ShownMoney | null;
  /** Why it is that; null for whoever may not know. */
  why?: WhyPrice<SaidWhy> | null;
  /** The part of the total paid from credit, which may be a deposit. */
  credit?: (ShownMoney & { isDeposit?: boolean }) | null;
  busy?: boolean;
  /** Whether cancelling now is refunded; null where that is irrelevant: nothing to pay, or already decided. */
  refundable: boolean | null;
  /** What speaks for the night; null where it can't be read. */
  proof?: NightProof | null;
  /** Below 1024 px a `ReceiptLine` says what is saved. */
  hasLine?: boolean;
  /** Coupon and currency controls. */
  children?: ReactNode;
};

/** Receipt: departure, prices, total, refund rule. */
export function OrderSummary({
  departure,
  lines,
  total,
  pesos,
  why = null,
  credit = null,
  busy = false,
  refundable,
  proof = null,
  hasLine = false,
  children,
}: OrderSummaryProps) {
  const { t, locale } = useText();
  return (
    <section aria-labelledby="order-summary">
      <Receipt>
        <h2 id="order-summary" className="sr-only">
          {t("booking-checkout.summary")}
        </h2>
        <div className="flex items-center gap-4 border-b-2 border-dashed px-5 py-5 md:px-6">
          {departure.image && (
            <Picture
              src={departure.image}
              alt=""
              sizes="88px"
              missing={t("site.imageMissing")}
              className="h-18 w-22 shrink-0 rounded-md object-cover"
            />
          )}
          <div className="min-w-0">
            <h3 className="text-[1.35rem] leading-tight">{departure.crawl_title}</h3>
            <p className="mt-1 text-small text-text-2">
              {t("booking-checkout.departure", {
                date: longDate(departure.date, locale, false),
                time: clockTime(departure.start_time, locale),
              })}
            </p>
          </div>
        </div>
        <div className="px-5 pt-5 pb-3 md:px-6">
          <dl
            aria-busy={busy || undefined}
            className={classNames(
              "grid grid-cols-[minmax(0,1fr)_auto] gap-y-2 transition-opacity *:[dt]:pr-4",
              busy && "opacity-60",
            )}
          >
            {lines && <Lines lines={lines} />}
            <Total total={total} pesos={pesos} why={why} ruled={lines !== null} />
            {credit && <FromCredit total={total} credit={credit} why={why} />}
          </dl>
          <div className={classNames("mt-2 empty:hidden", hasLine && "max-lg:hidden")}>
            <Saving lines={lines} />
          </div>
          {children}
          {refundable !== null && (
            <p className="mt-4 flex gap-2.5 text-small text-text-2">
              {refundable && <ShieldCheck aria-hidden size={20} className="mt-px shrink-0 text-agave-text" />}
              {refundable
                ? `${refundWords(t, locale, new Date(departure.refund_until), departure.time_zone)} ${t("booking-checkout.refund")}`
                : t("booking-cases.refundOver")}
            </p>
          )}
          {proof && (
            <div className="mt-4 border-t border-border pt-4 empty:hidden">
              <LateProof proof={proof} />
            </div>
          )}
        </div>
      </Receipt>
    </section>
  );
}

type FromCreditProps = {
  total: ShownMoney;
  credit: NonNullable<OrderSummaryProps["credit"]>;
  why: WhyPrice<SaidWhy> | null;
};

/** The part of the total paid from credit, and what is left to pay. */
function FromCredit({ total, credit, why }: FromCreditProps) {
  const { t, locale } = useText();
  const money = (amount: number) => formatMoney({ amount, currency: total.currency }, locale);
  return (
    <>
      <dt className="mt-2 flex items-center gap-1.5 font-semibold text-high-text">
        <Check aria-hidden size={18} />
        {t(credit.isDeposit ? "credits.deposit" : "credits.line")}
      </dt>
      <dd className="mt-2 text-right font-semibold text-high-text tabular-nums">{money(-credit.amount_minor)}</dd>
      <dt className="display mt-1 text-[1.5rem] leading-none">
        {t("credits.toPay")}
        <Why why={why?.toPay} />
      </dt>
      <dd className="display mt-1 text-right text-[1.5rem] leading-none tabular-nums">
        {money(total.amount_minor - credit.amount_minor)}
      </dd>
    </>
  );
}

const LINE_TEXT = {
  base: "booking-checkout.basePrice",
  earlyBird: "booking-checkout.earlyBird",
  sale: "booking-checkout.salePrice",
  rule: "booking-checkout.rulePrice",
} as const;

function Lines({ lines }: { lines: ReceiptLines }) {
  const { t, locale } = useText();
  const money = ({ amount_minor, currency }: ShownMoney) => formatMoney({ amount: amount_minor, currency }, locale);
  const { people, kind, unit, regular, add_ons, bought, subtotal, discount, coupon_code, unused_code } = lines;
  const rule = lines.rule ? inLocale(locale, lines.rule.name, lines.rule.name_es) : "";
  const times = (price: ShownMoney) => money({ ...price, amount_minor: price.amount_minor * people });
  return (
    <>
      <dt>{t(LINE_TEXT[kind], { people, price: money(unit), rule })}</dt>
      <dd className="text-right whitespace-nowrap tabular-nums">
        {regular && (
          <>
            <span className="sr-only">{t("booking-checkout.regular", { price: times(regular) })}</span>
            <s aria-hidden className="mr-2 text-text-3">
              {times(regular)}
            </s>
          </>
        )}
        {times(unit)}
      </dd>
      <Line label={t("booking-checkout.perPerson")} value={money(unit)} />
      {unused_code !== null && (
        <>
          <dt className="sr-only">{t("booking-checkout.coupon")}</dt>
          <dd className="col-span-2 text-small text-text-2">
            {t("booking-cases.codeUnused", { code: unused_code, rule })}
          </dd>
        </>
      )}
      {add_ons.amount_minor > 0 && (
        <>
          <dt>
            {t("booking-checkout.addOns")}
            {bought.map(({ id, name, quantity }) => (
              <span key={id} className="block text-small text-text-2">
                {t("booking-checkout.addOnLine", { quantity, name })}
              </span>
            ))}
          </dt>
          <dd className="text-right whitespace-nowrap tabular-nums">{money(add_ons)}</dd>
        </>
      )}
      {discount.amount_minor > 0 && (
        <Line
          label={t("booking-checkout.subtotal")}
          value={money({ ...subtotal, amount_minor: subtotal.amount_minor + add_ons.amount_minor })}
        />
      )}
      {discount.amount_minor > 0 && (
        <>
          <dt className="flex items-center gap-1.5 font-semibold text-high-text">
            <Check aria-hidden size={18} />
            {coupon_code ? t("booking-checkout.discountOf", { code: coupon_code }) : t("booking-checkout.discount")}
          </dt>
          <dd className="text-right font-semibold whitespace-nowrap text-high-text tabular-nums">
            {money({ ...discount, amount_minor: -discount.amount_minor })}
          </dd>
        </>
      )}
    </>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-text-2">{label}</dt>
      <dd className="text-right whitespace-nowrap text-text-2 tabular-nums">{value}</dd>
    </>
  );
}

/** What the night's sale or a rule, and the coupon take off together; zero where nothing does. */
const savedIn = ({ people, unit, regular, discount }: ReceiptLines): ShownMoney => ({
  ...unit,
  amount_minor: (regular ? regular.amount_minor - unit.amount_minor : 0) * people + discount.amount_minor,
});

/** What is saved, in words; nothing where nothing is. */
export function Saving({ lines }: { lines: ReceiptLines | null }) {
  const { t, locale } = useText();
  const saved = lines && savedIn(lines);
  if (!saved || saved.amount_minor === 0) return null;
  const amount = formatMoney({ amount: saved.amount_minor, currency: saved.currency }, locale);
  return <span className="font-semibold text-high-text">{t("booking-checkout.saving", { amount })}</span>;
}

/** The receipt lines of a placed booking; null when this visitor may not see them. */
export function linesOfBooking({
  private: own,
  number_of_people,
  total: { currency },
}: BookingView): ReceiptLines | null {
  // after people were added or removed, guests paid different prices: show only the total
  if (!own || own.unit_price * number_of_people !== own.subtotal) return null;
  const money = (amount_minor: number) => ({ amount_minor, currency });
  return {
    people: number_of_people,
    kind: own.regular_unit_price === null ? "base" : own.price_rule ? "rule" : own.early_bird ? "earlyBird" : "sale",
    rule: own.price_rule,
    unit: money(own.unit_price),
    regular: own.regular_unit_price === null ? null : money(own.regular_unit_price),
    add_ons: money(own.add_ons),
    bought: own.bought,
    subtotal: money(own.subtotal),
    discount: money(own.discount),
    coupon_code: own.coupon_code,
    unused_code: null,
  };
}

type TotalProps = Pick<OrderSummaryProps, "total" | "pesos"> & { why: WhyPrice<SaidWhy> | null; ruled: boolean };

function Total({ total, pesos, why, ruled }: TotalProps) {
  const { t, locale } = useText();
  const money = ({ amount_minor, currency }: ShownMoney) => formatMoney({ amount: amount_minor, currency }, locale);
  const cell = ruled ? "mt-1.5 border-t border-border pt-3.5" : "";
  return (
    <>
      <dt id="order-total" className={classNames(cell, "display text-[1.75rem] leading-none")}>
        {t("booking-checkout.total")}
        <Why why={why?.total} />
      </dt>
      <dd className={classNames(cell, "text-right")}>
        <span className="display block text-[1.75rem] leading-none whitespace-nowrap tabular-nums">{money(total)}</span>
      </dd>
      <dt className="sr-only">{t("booking-checkout.taxes")}</dt>
      <dd className="col-span-2 flex flex-wrap justify-between gap-x-4 text-small text-text-2">
        <span>{t("booking-checkout.taxes")}</span>
        {pesos && (
          <span className="tabular-nums">
            {t("booking-checkout.inPesos", { amount: money(pesos) })}
            <Why why={why?.pesos} />
          </span>
        )}
      </dd>
    </>
  );
}
