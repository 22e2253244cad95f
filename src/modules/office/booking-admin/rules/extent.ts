import type { Money } from "#src/kernel/money.ts";
import { sumOfState, type SumOf } from "#src/modules/office/booking-admin/rules/booking-state.ts";
import type { Extent, ListedBooking } from "#src/modules/office/booking-admin/schema.ts";

type Row = Pick<ListedBooking, "state" | "people" | "total" | "givenBack" | "taken" | "isMoney">;

/** What some bookings of the list come to, as `countBookings` reckons it of all: people of live ones, money of those that count. */
export function extentOf(rows: readonly Row[]): Extent {
  const live = rows.flatMap((row) => {
    const sum = sumOfState(row.state);
    return sum === null ? [] : [{ ...row, sum }];
  });
  const priceOf = (kind: SumOf) => sumsOf(live.filter(({ sum, isMoney }) => sum === kind && isMoney).map(priced));
  return {
    count: rows.length,
    exact: true,
    people: live.reduce((sum, { people }) => sum + people, 0),
    money: {
      confirmed: priceOf("confirmed"),
      waiting: priceOf("waiting"),
      back: sumsOf(rows.filter(({ isMoney }) => isMoney).map(({ givenBack }) => givenBack)),
      taken: sumsOf(rows.filter(({ isMoney }) => isMoney).map(({ taken: amount }) => amount)),
    },
  };
}

const priced = ({ total }: Row): Money => total;

function sumsOf(all: readonly Money[]): Money[] {
  const sums = new Map<Money["currency"], number>();
  for (const { amount, currency } of all) if (amount > 0) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
