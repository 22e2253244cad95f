import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Currency } from "#src/kernel/money.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import {
  crawlFinder,
  type CrawlNames,
  type FileTable,
  type LeftOut,
  type Mapping,
} from "#src/modules/office/importing/rules/mapping.ts";
import {
  readAmount,
  readCurrency,
  readDay,
  readPaid,
  readPeople,
  readState,
} from "#src/modules/office/importing/rules/read-cells.ts";
import {
  cellsBy,
  type Cells,
  type ReadGuest,
  readGuest,
  type RowError,
} from "#src/modules/office/importing/rules/read-guest.ts";

/** A night that a booking may be for; `free`: its places, those of lapsed holds included. */
export type Night = {
  id: string;
  crawlId: string;
  crawlCurrency: Currency;
  date: string;
  startsAt: Date;
  isCancelled: boolean;
  free: number;
};

/** What rows are compared with. */
export type BookingWorld = {
  now: Date;
  crawls: readonly CrawlNames[];
  nights: readonly Night[];
  /** currencies with a rate */
  currencies: readonly Currency[];
  /** references of the other system that were brought before, in small letters, with ours */
  known: ReadonlyMap<string, string>;
};

/** A row that can be imported. `total` in minor units. */
export type ReadyBooking = ReadGuest & {
  line: number;
  reference: string;
  night: Night;
  people: number;
  total: number;
  currency: Currency;
  paid: boolean;
  requests: string;
};

export type Plan<Ready> = {
  ready: Ready[];
  errors: RowError[];
  leftOut: { line: number; why: LeftOut }[];
};

const MOST_REFERENCE = 80;
const MOST_WORDS = 1000;

/**
 * What importing a file's bookings would do: every row is ready, left out as the mapping says, or has errors; with one error nothing is
 * imported. The rows of a night take its places one after the other, so that those are wrong for which none are left.
 */
export function planBookings(table: FileTable, mapping: Mapping, world: BookingWorld): Plan<ReadyBooking> {
  const plan: Plan<ReadyBooking> = { ready: [], errors: [], leftOut: [] };
  const cellsOf = cellsBy(table, mapping);
  const nights = new Map<string, Night>();
  // a night that takes place goes before one that was called off on the same day
  for (const night of world.nights.toSorted((a, b) => Number(b.isCancelled) - Number(a.isCancelled)))
    nights.set(`${night.crawlId} ${night.date}`, night);
  const crawlCalled = crawlFinder(world.crawls, mapping.crawls);
  const lines = new Map<string, number>();
  const gone = new Map<string, number>();
  for (const { line, cells } of table.rows) {
    const cell = cellsOf(cells);
    const read = readBooking(cell, line, { mapping, world, nights, crawlCalled });
    const key = read.reference.toLowerCase();
    const why = whyLeftOut(read, world, mapping);
    if (why) {
      plan.leftOut.push({ line, why });
      continue;
    }
    const { errors } = read;
    const earlier = lines.get(key);
    if (key !== "" && earlier !== undefined)
      errors.push({ line, field: "reference", problem: "repeated", values: { line: earlier } });
    else if (key !== "") lines.set(key, line);
    const ours = world.known.get(key);
    if (ours !== undefined) errors.push({ line, field: "reference", problem: "known", values: { reference: ours } });
    const { night, people } = read;
    if (errors.length === 0 && night && people !== null) {
      const left = night.free - (gone.get(night.id) ?? 0);
      if (people > left)
        errors.push({ line, field: "people", problem: "night_full", values: { left: Math.max(0, left) } });
      else gone.set(night.id, (gone.get(night.id) ?? 0) + people);
    }
    if (errors.length > 0) plan.errors.push(...errors);
    else plan.ready.push(readyOf(read, line));
  }
  return plan;
}

type Read = ReturnType<typeof readBooking>;
type Basis = {
  mapping: Mapping;
  world: BookingWorld;
  nights: ReadonlyMap<string, Night>;
  crawlCalled: (name: string) => string | null;
};

function readBooking(cell: Cells, line: number, { mapping, world, nights, crawlCalled }: Basis) {
  const errors: RowError[] = [];
  const wrong = (field: RowError["field"], problem: RowError["problem"], values?: RowError["values"]) =>
    void errors.push({ line, field, problem, ...(values && { values }) });

  const reference = toOneLine(cell("reference"));
  if (reference === "") wrong("reference", "missing");
  if (reference.length > MOST_REFERENCE) wrong("reference", "too_long", { most: MOST_REFERENCE });

  const date = readDay(cell("date"), mapping.dates);
  if (date === null) wrong("date", cell("date").trim() === "" ? "missing" : "not_a_day");
  const crawlName = cell("crawl").trim();
  const crawlId = crawlName === "" ? mapping.crawl : crawlCalled(crawlName);
  if (crawlId === null) wrong("crawl", crawlName === "" ? "missing" : "crawl_unknown");
  const night = date === null || crawlId === null ? null : (nights.get(`${crawlId} ${date}`) ?? null);
  if (date !== null && crawlId !== null) {
    if (!night) wrong("date", "no_night");
    else if (night.isCancelled) wrong("date", "night_cancelled");
    else if (night.startsAt <= world.now) wrong("date", "night_over");
  }

  const people = readPeople(cell("people"));
  if (people === null) wrong("people", "not_people");
  const total = readAmount(cell("total"));
  if (total === null) wrong("total", cell("total").trim() === "" ? "missing" : "not_an_amount");
  const currencyText = cell("currency").trim();
  const currency = currencyText === "" ? mapping.currency : readCurrency(currencyText);
  if (currency === null || !world.currencies.includes(currency)) wrong("currency", "currency_unknown");
  const paidText = cell("paid").trim();
  const paid = paidText === "" ? mapping.paid : readPaid(paidText, total);
  if (paid === null) wrong("paid", "paid_unclear");
  if (paid === "part") wrong("paid", "paid_in_part");

  const { guest, problems } = readGuest(cell, mapping.language);
  errors.push(...problems.map((problem) => ({ line, ...problem })));
  const requests = toPlainText(cell("requests"));
  if (requests.length > MOST_WORDS) wrong("requests", "too_long", { most: MOST_WORDS });
  const state = readState(cell("status"));
  // never a sold place: left out where the mapping says so, else somebody decides
  if (state === "cancelled") wrong("status", "cancelled");
  if (state === null) wrong("status", "status_unclear");
  const isCancelled = state === "cancelled";
  return { errors, reference, night, date, people, total, currency, paid, guest, requests, isCancelled };
}

/** Why a row is left out, where the mapping leaves such rows out. */
function whyLeftOut(read: Read, { now, known: before }: BookingWorld, { leftOut }: Mapping): LeftOut | null {
  const is: Record<LeftOut, boolean> = {
    cancelled: read.isCancelled,
    known: before.has(read.reference.toLowerCase()),
    // a day on which no night is planned is over where it lies behind
    past: read.night ? read.night.startsAt <= now : read.date !== null && read.date < dateIn(now, HOME_ZONE),
  };
  return (["cancelled", "known", "past"] as const).find((why) => leftOut.includes(why) && is[why]) ?? null;
}

function readyOf(
  { guest, reference, night, people, total, currency, paid, requests }: Read,
  line: number,
): ReadyBooking {
  return {
    ...guest,
    line,
    reference,
    night: night!,
    people: people!,
    total: total!,
    currency: currency!,
    paid: paid === true,
    requests,
  };
}

/** Sums of what would be imported, per currency: all of it, and what of it was paid. */
export function sumsOf(ready: readonly Pick<ReadyBooking, "total" | "currency" | "paid">[]) {
  const sums = new Map<Currency, { total: number; paid: number }>();
  for (const { total, currency, paid } of ready) {
    const sum = sums.get(currency) ?? { total: 0, paid: 0 };
    sums.set(currency, { total: sum.total + total, paid: sum.paid + (paid ? total : 0) });
  }
  return [...sums].map(([currency, sum]) => ({ currency, ...sum })).toSorted((a, b) => b.total - a.total);
}
