import { byLetters } from "#src/kernel/letters.ts";
import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import { weekOf } from "#src/kernel/period.ts";

/** Seats of a departure, with how many are taken: sold or held. */
export type DepartureSeats = {
  date: string;
  crawl_id: string;
  title: string;
  name: string;
  colour: CrawlColour;
  total: number;
  taken: number;
};

/** Seats of several departures; `open` when any of them can still be booked. */
export type Fill = { taken: number; total: number; open: boolean };
export type Week = { start: string; days: (Fill | null)[] };

/** Percentage of seats taken; null without seats. */
export const percent = ({ taken: seats, total }: Pick<Fill, "taken" | "total">): number | null =>
  total > 0 ? Math.round((seats / total) * 100) : null;

/** Occupancy by week, newest first, and weekday, Sunday first; null without departures. `today` and later are still open. */
export function weeksOf(departures: readonly DepartureSeats[], today: string): Week[] {
  const weeks = Map.groupBy(departures, ({ date }) => weekOf(date));
  return [...weeks]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([start, of]) => ({ start, days: Array.from({ length: 7 }, (_, i) => fillOf(onDay(of, start, i), today)) }));
}

const onDay = (departures: readonly DepartureSeats[], start: string, offset: number) => {
  const date = Temporal.PlainDate.from(start).add({ days: offset }).toString();
  return departures.filter((departure) => departure.date === date);
};

function fillOf(departures: readonly DepartureSeats[], today: string): Fill | null {
  if (departures.length === 0) return null;
  return {
    taken: departures.reduce((sum, { taken: seats }) => sum + seats, 0),
    total: departures.reduce((sum, { total }) => sum + total, 0),
    open: departures.some(({ date }) => date >= today),
  };
}

/** A crawl's occupancy; `name` is its short one. */
export type CrawlFill = Fill & { id: string; title: string; name: string; colour: CrawlColour; departures: number };

/** Occupancy by crawl, fullest first. */
export const crawlsOf = (departures: readonly DepartureSeats[], today: string): CrawlFill[] =>
  [...Map.groupBy(departures, ({ crawl_id }) => crawl_id)]
    .map(([id, of]) => {
      const { title, name, colour } = of[0]!;
      return { id, title, name, colour, departures: of.length, ...fillOf(of, today)! };
    })
    .toSorted((a, b) => (percent(b) ?? -1) - (percent(a) ?? -1) || byLetters(a.title, b.title));

/** Heat map step of a percentage: six steps, 0 below 17 to 5 from 84. */
export const heatOf = (value: number): number => Math.max(0, Math.min(5, Math.floor((value * 6) / 100)));
