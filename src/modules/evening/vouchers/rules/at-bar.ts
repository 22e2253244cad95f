const HOUR = 3_600_000;

type Night = { status: string; starts_at: Date; ends_at: Date };

/** Whether a night is at its bars now: from three hours before its start until three after its end. */
export const appears = ({ status, starts_at, ends_at }: Night, now: Date): boolean =>
  status === "scheduled" &&
  now.getTime() >= starts_at.getTime() - 3 * HOUR &&
  now.getTime() <= ends_at.getTime() + 3 * HOUR;

/** The span of starts and ends of the nights that a bar is shown: a bar looks in the morning at who comes in the evening. */
export const nightsShown = (now: Date) => ({
  from: new Date(now.getTime() - 3 * HOUR),
  to: new Date(now.getTime() + 12 * HOUR),
});

type Stop = { id: string; bar_id: string; skipped: boolean; vouchers: number };

/** The stops of a night that are at a bar and not left out. */
export const openStopsAt = <S extends Stop>(barId: string, stops: readonly S[]): S[] =>
  stops.filter(({ bar_id: id, skipped }) => id === barId && !skipped);

/**
 * What each ticket has left at the stops where it is worth a drink. What it had at one of these bars on another night of the same
 * date, from which it was moved, is gone too.
 */
export function drinksLeft(
  stops: readonly (Stop & { name: string; at: string })[],
  used: readonly { ticket_id: string; stop_id: string | null; bar_id: string | null; used: number }[],
): Record<string, { bar: string; at: string; left: number; of: number }[]> {
  const worth = stops.filter(({ skipped, vouchers }) => !skipped && vouchers > 0);
  const tickets = [...new Set(used.map(({ ticket_id: id }) => id))];
  return Object.fromEntries(
    tickets.map((ticket) => [
      ticket,
      worth.map(({ id, bar_id: bar, name, at, vouchers }) => {
        const isHere = (row: (typeof used)[number]) =>
          row.stop_id === id || (row.bar_id === bar && !stops.some((stop) => stop.id === row.stop_id));
        const gone = used.reduce((sum, row) => sum + (row.ticket_id === ticket && isHere(row) ? row.used : 0), 0);
        return { bar: name, at, left: Math.max(0, vouchers - gone), of: vouchers };
      }),
    ]),
  );
}
