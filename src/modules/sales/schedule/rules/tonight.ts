import { dateIn } from "#src/kernel/local-time.ts";

type Departure = { date: string; zone: string; starts_at: Date; ends_at: Date; status: string };

/**
 * Tonight's departures, each by the date in its own city. After midnight it is still the previous night until the last departure
 * not cancelled has ended there.
 */
export function tonightOf<T extends Departure>(departures: readonly T[], now: Date): T[] {
  const zones = Map.groupBy(departures, ({ zone }) => zone);
  return [...zones]
    .flatMap(([zone, of]) => of.filter(({ date }) => date === serviceDate(of, zone, now)))
    .toSorted((a, b) => +a.starts_at - +b.starts_at);
}

/**
 * The departures of tonight and of the nights before and after it, each by the date in its own city, in the order of their
 * starts. Needs those of three days around.
 */
export function nightsAround<T extends Departure>(departures: readonly T[], now: Date): (T & { tonight: boolean })[] {
  const zones = Map.groupBy(departures, ({ zone }) => zone);
  return [...zones]
    .flatMap(([zone, of]) => {
      const night = Temporal.PlainDate.from(serviceDate(of, zone, now));
      return of.flatMap((departure) => {
        const away = night.until(Temporal.PlainDate.from(departure.date)).days;
        return Math.abs(away) <= 1 ? [{ ...departure, tonight: away === 0 }] : [];
      });
    })
    .toSorted((a, b) => +a.starts_at - +b.starts_at);
}

/** The current night's date in a zone, given the departures of today and yesterday. */
function serviceDate(departures: readonly Departure[], zone: string, now: Date): string {
  const today = dateIn(now, zone);
  const lasting = departures.filter(
    (departure) => departure.date < today && departure.ends_at > now && departure.status === "scheduled",
  );
  return lasting.map(({ date }) => date).toSorted()[0] ?? today;
}

export type TonightState = "cancelled" | "over" | "running" | "sold_out" | "upcoming";

/** State of a departure of tonight. */
export function stateOf(
  { status, starts_at, ends_at, free }: Omit<Departure, "date" | "zone"> & { free: number },
  now: Date,
): TonightState {
  if (status === "cancelled") return "cancelled";
  if (ends_at <= now) return "over";
  if (starts_at <= now) return "running";
  return free === 0 ? "sold_out" : "upcoming";
}

/** Hours and minutes until an instant, rounded up to the minute. */
export function timeUntil(instant: Date, now: Date): { hours: number; minutes: number } {
  const all = Math.max(0, Math.ceil((+instant - +now) / 60_000));
  return { hours: Math.floor(all / 60), minutes: all % 60 };
}
