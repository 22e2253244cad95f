import { numberFormat } from "#src/kernel/formatters.ts";
import { dateIn, dateInSentence, dayAndYear, timeIn } from "#src/kernel/local-time.ts";
import { inLocale, languageTag } from "#src/kernel/localized.ts";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import type { I18n, MessageId } from "#src/locales/i18n.ts";

/**
 * What a step's sentence names: money, a day (YYYY-MM-DD), an instant (ISO) in a time zone, a rate, another text, a name in both
 * languages; or what needs no writing.
 */
export type WhyValue =
  | string
  | number
  | Money
  | { day: string }
  | { at: string; zone: string }
  | { rate: number }
  | { name: string; name_es: string }
  | { text: MessageId; values?: Record<string, WhyValue> };

/** One sentence of why an amount is what it is; `adds` is its part of the amount, in minor units, where it has one. */
export type WhyStep = { text: MessageId; values?: Record<string, WhyValue>; adds?: number };

/** Why an amount is what it is (docs/decisions/205): the rules' steps in order, and which version of a rule or rate applied. */
export type Why = { amount: Money; steps: readonly WhyStep[]; version?: WhyStep | null };

/** A `Why` in words. */
export type SaidWhy = {
  /** what the button that opens it is called */
  ask: string;
  title: string;
  steps: readonly { text: string; amount: string | null }[];
  /** what the steps come to, where they are several */
  sum: { text: string; amount: string } | null;
  version: string | null;
  /** for staff: that the steps don't come to the amount */
  gap: string | null;
  close: string;
};

/** What an amount has beyond its steps, in minor units: 0 where they explain all of it, and where none of them adds anything. */
export function gapOf({ amount, steps }: Pick<Why, "amount" | "steps">): number {
  const adding = steps.filter(({ adds }) => adds !== undefined);
  // `|| 0`: no minus before a zero
  return adding.length === 0 ? 0 : amount.amount - adding.reduce((sum, { adds }) => sum + adds!, 0) || 0;
}

/** A step's sentence in a language. */
const sayStep = ({ t, locale }: I18n, { text, values = {} }: WhyStep): string =>
  t(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value, { t, locale })])));

function written(value: WhyValue, i18n: I18n): string | number {
  const { locale } = i18n;
  if (typeof value !== "object") return value;
  if ("text" in value) return sayStep(i18n, value);
  if ("name" in value) return inLocale(locale, value.name, value.name_es);
  if ("amount" in value) return formatMoney(value, locale);
  if ("day" in value) return dayAndYear(value.day, locale);
  if ("rate" in value) return numberFormat(languageTag(locale), { maximumSignificantDigits: 6 }).format(value.rate);
  const at = new Date(value.at);
  return `${dateInSentence(dateIn(at, value.zone), locale)}, ${timeIn(at, value.zone, locale)}`;
}

/**
 * Why an amount called `name` is what it is, in words. What its steps leave unexplained is named to staff; to a guest it is one more
 * step, since only staff can look into it.
 */
export function sayWhy(i18n: I18n, name: string, why: Why, reader: "guest" | "staff" = "guest"): SaidWhy {
  const { t, locale } = i18n;
  const money = (amount: number) => formatMoney({ amount, currency: why.amount.currency }, locale);
  const gap = gapOf(why);
  const rest: WhyStep[] = gap !== 0 && reader === "guest" ? [{ text: "why.other", adds: gap }] : [];
  const steps = [...why.steps, ...rest];
  const adding = steps.filter(({ adds }) => adds !== undefined);
  const total = adding.reduce((sum, { adds }) => sum + adds!, 0);
  const named = { name, amount: money(why.amount.amount) };
  return {
    ask: t("why.ask", named),
    title: t("why.title", named),
    steps: steps.map((step) => ({
      text: sayStep(i18n, step),
      amount: step.adds === undefined ? null : money(step.adds),
    })),
    sum: adding.length > 1 ? { text: t("why.sum"), amount: money(total) } : null,
    version: why.version ? sayStep(i18n, why.version) : null,
    gap: gap !== 0 && reader === "staff" ? t("why.gap", { sum: money(total), gap: money(gap), ...named }) : null,
    close: t("why.close"),
  };
}
