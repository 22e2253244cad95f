import type { Currency, Money } from "#src/kernel/money.ts";
import type { Why, WhyStep } from "#src/locales/why.ts";
import type { RefundRuling } from "#src/modules/sales/booking/rules/cancellation.ts";
import type { Amounts } from "#src/modules/sales/booking/rules/change-price.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import type { Change, ChangedAddOn } from "#src/modules/sales/booking/schema.ts";

type Side = { people: number; date: string; amounts: Amounts };

/** Why a change costs or gives back what it does; `wished` has the prices by the rules, `difference` is what was settled on. */
export function whyDifference({
  kind,
  before,
  wished,
  difference,
  currency,
  addOns = [],
  keeps,
  agreed,
  ruling,
  until,
}: {
  kind: Change["kind"];
  before: Side;
  wished: Side;
  difference: number;
  currency: Currency;
  /** the add-ons that change, with what each adds */
  addOns?: readonly (ChangedAddOn & { amount: number })[];
  /** staff leave the price as it is */
  keeps: boolean;
  /** what staff agreed on for people who are added */
  agreed?: number | undefined;
  /** whether people who leave are refunded now */
  ruling: RefundRuling;
  until: { at: string; zone: string };
}): Why {
  const by = keeps ? 0 : (agreed ?? wished.amounts.total_price - before.amounts.total_price);
  const steps: WhyStep[] = keeps
    ? [{ text: "why.change.keeps", adds: 0 }]
    : agreed !== undefined
      ? [{ text: "why.agreed", adds: agreed }]
      : {
          date: () => dateSteps(before, wished, currency),
          add: () => [moreStep(before, wished, currency)],
          remove: () => fewerSteps(before, wished, { currency, ruling, until }),
          add_ons: () => addOnSteps(addOns, by),
        }[kind]();
  const least = money(SMALLEST_CHARGE[currency], currency);
  const settled: WhyStep[] =
    difference === by
      ? []
      : [
          by > 0
            ? { text: "why.waived", values: { least }, adds: difference - by }
            : { text: "why.change.most", adds: difference - by },
        ];
  // no minus before a zero
  return { amount: money(difference || 0, currency), steps: [...steps, ...settled] };
}

/** What a change's difference is called: to pay, given back, or nothing. */
export const sumOf = ({ amount_minor: amount }: { amount_minor: number }): "toPay" | "back" | "nothing" =>
  amount === 0 ? "nothing" : amount > 0 ? "toPay" : "back";

/** A difference as it is shown: money that goes back has no sign there, and its steps the opposite one. */
export const shownDifference = (why: Why): Why =>
  why.amount.amount >= 0
    ? why
    : {
        ...why,
        amount: { ...why.amount, amount: -why.amount.amount },
        steps: why.steps.map((step) => (step.adds ? { ...step, adds: -step.adds } : step)),
      };

function dateSteps(before: Side, { people, date, amounts }: Side, currency: Currency): WhyStep[] {
  const { unit_price: unit, subtotal, add_ons: addOns, discount } = amounts;
  const values = { people, unit: money(unit, currency), day: { day: date } };
  return [
    { text: "why.change.then", values, adds: subtotal },
    ...(addOns > 0 ? [{ text: "why.addOns", adds: addOns } as const] : []),
    ...(discount > 0 ? [{ text: "why.change.discount", adds: -discount } as const] : []),
    { text: "why.change.before", adds: -before.amounts.total_price },
  ];
}

function moreStep(before: Side, after: Side, currency: Currency): WhyStep {
  const people = after.people - before.people;
  const adds = after.amounts.total_price - before.amounts.total_price;
  return { text: "why.change.more", values: { people, unit: money(adds / people, currency) }, adds };
}

type Late = { currency: Currency; ruling: RefundRuling; until: { at: string; zone: string } };

function fewerSteps(before: Side, after: Side, { currency, ruling, until }: Late): WhyStep[] {
  const adds = after.amounts.total_price - before.amounts.total_price;
  if (ruling === "late") return [{ text: "why.change.late", values: { until }, adds }];
  const paid = ({ amounts: { add_ons: cost, total_price: total } }: Side) => Math.min(cost, total);
  const addOns = paid(after) - paid(before);
  const values = {
    people: before.people - after.people,
    of: before.people,
    total: money(before.amounts.total_price - paid(before), currency),
  };
  return [
    { text: "why.change.fewer", values, adds: adds - addOns },
    ...(addOns === 0 ? [] : [{ text: "why.addOns", adds: addOns } as const]),
  ];
}

/** `by`: what the price changes by, which is less than they cost where staff agreed on less than that. */
function addOnSteps(addOns: readonly (ChangedAddOn & { amount: number })[], by: number): WhyStep[] {
  const rest = by - addOns.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...addOns.map(({ name, name_es, before, after, amount }): WhyStep => ({
      text: after > before ? "why.change.addOn" : "why.change.lessAddOn",
      values: { quantity: Math.abs(after - before), name: { name, name_es: name_es ?? "" } },
      adds: amount,
    })),
    ...(rest === 0 ? [] : [{ text: "why.agreed", adds: rest } as const]),
  ];
}

/** What cancelling gives back: of what was paid, by the rule that was frozen with the booking. */
export type CancelledFigures = {
  paid: number;
  /** to the way it was paid, and to the credit that paid it */
  refund: number;
  credit: number;
  /** a bank has yet to decide about it */
  waits: number;
  /** of its add-ons, and therefore not given back */
  handedOut: number;
  /** new credit, and the percent of what was paid that comes back as credit because it is too late for a refund */
  late: number;
  percent: number;
  currency: Currency;
  /** `none`: staff keep the money */
  ruling: RefundRuling | "none";
  /** until when everything is given back, and so many whole hours are left until the start; null once it has begun */
  until: { at: string; zone: string };
  hours: number | null;
  /** of the rule: the day of its text */
  version: string;
};

/** Why cancelling gives back what it does. */
export function whyRefund(figures: CancelledFigures): Why {
  const { paid, refund, credit, waits, handedOut, late, percent, currency, ruling, until, hours, version } = figures;
  const back = refund + credit + late;
  const rest = paid - back - waits - handedOut;
  const tooLate = percent > 0 ? ("lateCredit" as const) : ("late" as const);
  const verdict = ruling === "late" ? (hours === null ? ("started" as const) : tooLate) : ruling;
  const rule: WhyStep =
    verdict === "inTime" || verdict === "operator"
      ? { text: `why.cancel.${verdict}`, values: { until } }
      : { text: `why.cancel.${verdict}`, values: { until, hours: hours ?? 0, percent }, adds: -rest };
  const before: WhyStep[] = rule.adds === undefined && rest !== 0 ? [{ text: "why.cancel.before", adds: -rest }] : [];
  return {
    amount: money(back, currency),
    steps: [
      { text: "why.cancel.paid", adds: paid },
      ...(paid > 0 ? [rule] : []),
      ...before,
      ...(handedOut > 0 ? [{ text: "why.cancel.handedOut", adds: -handedOut } as const] : []),
      ...(waits > 0 ? [{ text: "why.cancel.waits", adds: -waits } as const] : []),
      ...(credit > 0 && late > 0
        ? [
            {
              text: "why.cancel.creditBoth",
              values: { credit: money(credit, currency), late: money(late, currency) },
            } as const,
          ]
        : []),
      ...(credit > 0 && late === 0
        ? [
            {
              text: refund > 0 ? "why.cancel.credit" : "why.cancel.creditOnly",
              values: { credit: money(credit, currency), refund: money(refund, currency) },
            } as const,
          ]
        : []),
    ],
    version: versionStep(version),
  };
}

/** A refund rule's version: the day of its text, or whatever it is called. */
const versionStep = (version: string): WhyStep => ({
  text: "why.cancel.version",
  values: { day: /^\d{4}-\d\d-\d\d$/.test(version) ? { day: version } : version },
});

/** How many whole hours are left until a start; null once it has begun. */
export const hoursUntil = (start: Date, now: Date): number | null =>
  now < start ? Math.floor((start.getTime() - now.getTime()) / 3_600_000) : null;

const money = (amount: number, currency: Currency): Money => ({ amount, currency });
