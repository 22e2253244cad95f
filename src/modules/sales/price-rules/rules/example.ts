import type { Money, Rates } from "#src/kernel/money.ts";
import { isForNight, lowestPrice, type PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";

/** What examples are made of: the crawls, each with its price per person, the day of now and the rates. */
export type ExampleBasis = {
  crawls: readonly { id: string; city_id: string; name: string; price: Money }[];
  today: string;
  rates: Rates;
};

/** A party for which a rule lowers the price: what they pay for a night if they book today, and what without it. */
export type RuleExample = { crawl: string; people: number; date: string; pays: Money; instead: Money };

const DAY_MS = 86_400_000;
const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The nights that are looked at, and a week ahead as a night that most people have in mind. */
const MOST_DAYS = 800;
const USUAL_DAYS = 7;

/** An example of what a rule does to a booking made today; null where no night within its days fits. */
export function exampleOf(rule: Omit<PriceRule, "id">, { crawls, today, rates }: ExampleBasis): RuleExample | null {
  const whole = { ...rule, id: "" };
  const crawl = crawls.find(({ id, city_id }) => (rule.crawl_id ?? id) === id && (rule.city_id ?? city_id) === city_id);
  if (!crawl) return null;
  const fits = (days: number) =>
    isForNight(whole, { crawl_id: crawl.id, city_id: crawl.city_id, date: dayAfter(today, days) });
  const days = Array.from({ length: MOST_DAYS }, (_, n) => n).filter(
    (n) => n >= (rule.days_from ?? 0) && n <= (rule.days_to ?? MOST_DAYS) && fits(n),
  );
  const ahead = days.find((n) => n >= USUAL_DAYS) ?? days.at(0);
  if (ahead === undefined) return null;
  const people = Math.min(Math.max(2, rule.people_from ?? 1), rule.people_to ?? 100);
  const { price, rule: lowers } = lowestPrice({ now: crawl.price, regular: crawl.price }, [whole], rates);
  if (!lowers) return null;
  const of = ({ amount, currency }: Money): Money => ({ amount: amount * people, currency });
  return { crawl: crawl.name, people, date: dayAfter(today, ahead), pays: of(price), instead: of(crawl.price) };
}
