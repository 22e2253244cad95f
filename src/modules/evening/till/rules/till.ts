import type { Currency } from "#src/kernel/money.ts";
import { HAND_WAYS, type HandWay } from "#src/kernel/pay-method.ts";
import type { Posting, PostingKind } from "#src/modules/base/ledger/rules/accounts.ts";
import { tonightOf } from "#src/modules/sales/schedule/rules/tonight.ts";
import { DOOR_CURRENCIES } from "#src/modules/evening/till/rules/cash.ts";

export const TILL_STATES = ["open", "counted", "closed"] as const;
export type TillState = (typeof TILL_STATES)[number];

/**
 * What went into a till or out of it, in minor units. `due` is what a taking or a refund was for, before it became coins. Only cash
 * is in the drawer; `reference` is the number of what came another way, null where nobody typed it.
 */
export type TillLine = {
  way: HandWay;
  reference: string | null;
  kind: "float" | "taking" | "refund" | "payout";
  currency: Currency;
  amount: number;
  due: number | null;
};

/**
 * A till in one currency. `expected` is what should be in it; `sales` counts its takings; `due` and `refundedDue` are what they and
 * the refunds were for, before they became coins.
 */
export type TillSum = {
  currency: Currency;
  float: number;
  taken: number;
  due: number;
  refunded: number;
  refundedDue: number;
  paidOut: number;
  expected: number;
  sales: number;
};

/** A till in one currency as it is shown; null is what nobody may know who still has to count it. */
export type ShownSum = Pick<TillSum, "currency" | "float" | "paidOut" | "sales"> & {
  [Figure in "taken" | "due" | "refunded" | "refundedDue" | "expected"]: number | null;
};

/** A till as shown to the person who counts it: without figures that would reveal the expected amount before the count. */
export const blind = ({ currency, float, paidOut, sales }: TillSum): ShownSum => {
  const unknown = { taken: null, due: null, refunded: null, refundedDue: null, expected: null };
  return { currency, float, paidOut, sales, ...unknown };
};

/** The expected cash in a till, per currency: the door's currencies always, others if something was taken in them. */
export function sumsOf(all: readonly TillLine[]): TillSum[] {
  const lines = all.filter(({ way }) => way === "cash");
  const currencies = lines.map(({ currency }) => currency).toSorted();
  return [...new Set<Currency>([...DOOR_CURRENCIES, ...currencies])].map((currency) => {
    const of = (kind: TillLine["kind"]) => lines.filter((line) => line.currency === currency && line.kind === kind);
    const total = (list: readonly TillLine[]) => list.reduce((sum, { amount }) => sum + amount, 0);
    const takings = of("taking");
    const dueOf = (list: readonly TillLine[]) => list.reduce((sum, line) => sum + (line.due ?? line.amount), 0);
    const [float, takingsTotal, paidOut] = [total(of("float")), total(takings), total(of("payout"))];
    const [due, refunded, refundedDue] = [dueOf(takings), total(of("refund")), dueOf(of("refund"))];
    const expected = float + takingsTotal - refunded - paidOut;
    return {
      currency,
      float,
      taken: takingsTotal,
      due,
      refunded,
      refundedDue,
      paidOut,
      expected,
      sales: takings.length,
    };
  });
}

/** How a sale at the door is paid: to its seller, or by `link` on the guest's own phone; `offline`: sold by a phone without a line. */
export type SaleWay = HandWay | "link" | "offline";

/** What came into a till another way than in cash. */
export type OtherWay = Exclude<HandWay, "cash">;

/**
 * What a till's owner took by card terminal or transfer, in one currency: `expected` is that less what they gave back,
 * `unreferenced` counts the sales without a number. A terminal has a total of its own to compare it with; nobody counts transfers.
 */
export type WaySum = {
  way: OtherWay;
  currency: Currency;
  taken: number;
  refunded: number;
  expected: number;
  sales: number;
  unreferenced: number;
};

/** The same as it is shown; null is what nobody may know who still has to read the terminal's total. */
export type ShownWay = Pick<WaySum, "way" | "currency" | "sales" | "unreferenced"> & {
  [Figure in "taken" | "refunded" | "expected"]: number | null;
};

const isCounted = ({ way }: { way: HandWay }): boolean => way !== "transfer";

export const blindWay = (sum: WaySum): ShownWay =>
  isCounted(sum) ? { ...sum, taken: null, refunded: null, expected: null } : sum;

/** A till's sums by terminal and by transfer, for each currency in which there is any. */
export const waysOf = (lines: readonly TillLine[]): WaySum[] =>
  (["terminal", "transfer"] as const).flatMap((way) => {
    const own = lines.filter((line) => line.way === way);
    return [...new Set(own.map(({ currency }) => currency).toSorted())].map((currency): WaySum => {
      const of = (kind: TillLine["kind"]) => own.filter((line) => line.currency === currency && line.kind === kind);
      const total = (list: readonly TillLine[]) => list.reduce((sum, { amount }) => sum + amount, 0);
      const takings = of("taking");
      const [takingsTotal, refunded] = [total(takings), total(of("refund"))];
      return {
        way,
        currency,
        taken: takingsTotal,
        refunded,
        expected: takingsTotal - refunded,
        sales: takings.length,
        unreferenced: takings.filter(({ reference }) => reference === null).length,
      };
    });
  });

/** What is counted of a till: its cash, and the total that its terminal says. */
export type CountedWay = "cash" | "terminal";

/** The name under which a count is posted and logged: that of cash is its currency. */
export const countName = ({ way, currency }: { way: CountedWay; currency: string }): string =>
  way === "cash" ? currency : `${way}_${currency}`;

/** What was counted of a till beyond (> 0) or below (< 0) what should be there. */
export const differenceOf = ({ expected, counted }: { expected: number; counted: number }): number =>
  counted - expected;

/** A count as it is stored, per way and currency: what wasn't counted is none, and only a difference has its reason. `noted` is on each. */
export const countsFor = <Noted>(
  lines: readonly TillLine[],
  { counted, reason }: { counted: Record<string, number>; reason: string },
  noted: Noted,
) =>
  [
    ...sumsOf(lines).map((sum) => ({ ...sum, way: "cash" as CountedWay })),
    ...waysOf(lines).flatMap((sum) => (sum.way === "terminal" ? [{ ...sum, way: sum.way }] : [])),
  ].map(({ way, currency, expected }) => {
    const there = counted[countName({ way, currency })] ?? 0;
    return { ...noted, way, currency, expected, counted: there, reason: there === expected ? "" : reason };
  });

/**
 * What a closed till means to the ledger, in one currency: it began with the office's cash, holds what was taken for bookings, and
 * is empty when all of it was handed over, or taken by who closed it alone. `till_refunded` belongs to the clearing account of
 * what was paid by hand.
 */
export function tillPostings(tillId: string, sum: TillSum, counted: number, { alone = false } = {}): Posting[] {
  const rounded = sum.taken - sum.due - (sum.refunded - sum.refundedDue);
  const difference = counted - sum.expected;
  const moves: [PostingKind, number][] = [
    ["till_float", sum.float],
    ["till_taken", sum.due],
    ["till_refunded", sum.refundedDue],
    ["cash_rounded_up", Math.max(0, rounded)],
    ["cash_rounded_down", Math.max(0, -rounded)],
    ["till_paid_out", sum.paidOut],
    ["till_over", Math.max(0, difference)],
    ["till_short", Math.max(0, -difference)],
    [alone ? "till_closed_alone" : "till_handed_over", counted],
  ];
  const { currency } = sum;
  return moves
    .filter(([, amount]) => amount > 0)
    .map(([kind, amount]) => ({ key: `till:${tillId}:${currency}:${kind}`, kind, amount, currency }));
}

type Departure = { id: string; date: string; zone: string; status: string; starts_at: Date; ends_at: Date };

/**
 * Whether a departure is sold at its door: on its night, until it is over; `nights` are all near `now` that aren't over. The cut-off of online sales doesn't count here: it gives
 * guests time to arrive, and who stands at the door has. A place is sold only if the server can hold it.
 */
export const sellsAtDoor = (
  { id, status, ends_at }: Pick<Departure, "id" | "status" | "ends_at">,
  nights: readonly Departure[],
  now: Date,
): boolean => status === "scheduled" && ends_at > now && tonightOf(nights, now).some((night) => night.id === id);

/** Whether a count was made before a till's sums were what they are now. `sums`: by `countName`; undefined where none were shown. */
export const isStale = (
  counts: readonly { way: CountedWay; currency: string; expected: number }[],
  sums: Readonly<Record<string, number>> | undefined,
): boolean => sums !== undefined && counts.some((count) => (sums[countName(count)] ?? 0) !== count.expected);

/** How long a seller may take their own sale back without a manager. */
const UNDO_MS = 120_000;

/** For how long yet, in ms; 0 where not at all: `amount` is what was taken (null: nothing), `credit` what credit paid, `way` how. */
export const msToUndo = (
  { created_at, way, amount, credit }: { created_at: Date; way: string; amount: number | null; credit: number },
  now: Date,
): number => {
  const isPaid = HAND_WAYS.some((one) => one === way) && (amount !== null || credit > 0);
  return isPaid ? Math.max(0, +created_at + UNDO_MS - +now) : 0;
};
