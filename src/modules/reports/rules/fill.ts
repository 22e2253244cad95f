import { weekOf } from "#src/modules/reports/rules/period.ts";

/** How many seats of a departure are taken: sold, or waiting for their payment. */
export type Taken = { date: string; crawl_id: string; title: string; total: number; taken: number };

/** Seats of some departures together; `open` where one of them can still be booked. */
export type Fill = { taken: number; total: number; open: boolean };
export type Week = { start: string; days: (Fill | null)[] };

/** Percent of the seats that are taken; null without any seat. */
export const percent = ({ taken, total }: Pick<Fill, "taken" | "total">): number | null =>
  total > 0 ? Math.round((taken / total) * 100) : null;

/** Fill by week, the newest first, and by day of the week, Sunday first; null where nothing left. `today` and later is still open. */
export function weeksOf(departures: readonly Taken[], today: string): Week[] {
  const weeks = Map.groupBy(departures, ({ date }) => weekOf(date));
  return [...weeks]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([start, of]) => ({ start, days: Array.from({ length: 7 }, (_, i) => fillOf(onDay(of, start, i), today)) }));
}

const onDay = (departures: readonly Taken[], start: string, offset: number) => {
  const date = Temporal.PlainDate.from(start).add({ days: offset }).toString();
  return departures.filter((departure) => departure.date === date);
};

function fillOf(departures: readonly Taken[], today: string): Fill | null {
  if (departures.length === 0) return null;
  return {
    taken: departures.reduce((sum, { taken }) => sum + taken, 0),
    total: departures.reduce((sum, { total }) => sum + total, 0),
    open: departures.some(({ date }) => date >= today),
  };
}

export type CrawlFill = Fill & { id: string; title: string; departures: number };

/** Fill by crawl, the fullest first. */
export const crawlsOf = (departures: readonly Taken[], today: string): CrawlFill[] =>
  [...Map.groupBy(departures, ({ crawl_id }) => crawl_id)]
    .map(([id, of]) => ({ id, title: of[0]!.title, departures: of.length, ...fillOf(of, today)! }))
    .toSorted((a, b) => (percent(b) ?? -1) - (percent(a) ?? -1) || a.title.localeCompare(b.title));

/** Of six steps of colour the one for a percentage: 0 up to 16, 5 from 84 on. */
export const heatOf = (value: number): number => Math.max(0, Math.min(5, Math.floor((value * 6) / 100)));
