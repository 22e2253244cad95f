import { split } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type ChosenAddOn, priceChosen } from "#src/modules/sales/add-ons/rules/price.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";

/** What a booking has of an add-on: `amount` is for all of them; `redeemed` were handed out. */
type Line = { id: string; quantity: number; amount: number; per_person: boolean; redeemed: number };

/** The same without what was handed out of it: how it is stored. */
export type BoughtLine = Omit<Line, "redeemed">;

/** How many people stay in a booking, and how many leave it. */
type Fewer = { people: number; leaving: number };

/** What some pieces of an add-on cost of what all of them cost together. */
const shareOf = (pieces: number, { quantity, amount }: Pick<Line, "quantity" | "amount">): number =>
  split(amount, quantity)
    .slice(0, pieces)
    .reduce((sum, share) => sum + share, 0);

/** What was paid for the pieces that were handed out: a guest who cancels doesn't get it back. */
export const worthOfHandedOut = (lines: readonly Pick<Line, "quantity" | "amount" | "redeemed">[]): number =>
  lines.reduce((sum, line) => sum + shareOf(line.redeemed, line), 0);

/**
 * What a booking has of each add-on once fewer people come: of those that are one for each person, as many as people stay, but nobody
 * who leaves gives back more than one, and never less than were handed out. Each that goes takes its share of what they cost together. Only those that change, none included.
 */
export const addOnsWithFewer = (lines: readonly Line[], { people, leaving }: Fewer): BoughtLine[] =>
  lines.flatMap(({ id, quantity, amount, per_person: isPerPerson, redeemed }) => {
    const stay = isPerPerson ? Math.max(Math.min(quantity, people), quantity - leaving, redeemed) : quantity;
    if (stay === quantity) return [];
    return [{ id, quantity: stay, amount: shareOf(stay, { quantity, amount }), per_person: isPerPerson }];
  });

/** By how much what a booking has of add-ons becomes cheaper by that. */
export const lessOfAddOns = (lines: readonly Line[], fewer: Fewer): number =>
  addOnsWithFewer(lines, fewer).reduce(
    (sum, { id, amount }) => sum + lines.find((line) => line.id === id)!.amount - amount,
    0,
  );

/** How many more of an add-on a booking gets by a change, or fewer (below 0), and what that adds to its price. */
export type AddOnDelta = BoughtLine;

/** The same where staff keep the price: more costs nothing, so that nothing that follows can charge or refund it. */
export const asGift = (delta: AddOnDelta): AddOnDelta => ({ ...delta, amount: Math.min(0, delta.amount) });

/**
 * What a booking's wish for other numbers of add-ons changes: more of one cost their price of today, fewer give back their share of
 * what all of them cost. Refusals: add_ons_same, add_ons_only_more (only staff take back), add_on_handed_out {left: how many were},
 * add_ons_too_cheap {minimum} (only staff let a guest off what no provider would charge), and those of `priceChosen`, whose `left` counts
 * what the booking has.
 */
export function wishForAddOns(
  wish: readonly ChosenAddOn[],
  { has, byStaff, ...at }: { has: readonly Line[]; byStaff: boolean } & Parameters<typeof priceChosen>[1],
) {
  const lineOf = (id: string) => has.find((line) => line.id === id);
  const hadOf = (id: string) => lineOf(id)?.quantity ?? 0;
  const changed = wish.filter(({ id, quantity }) => quantity !== hadOf(id));
  if (changed.length === 0) return fail("add_ons_same");
  const fewer = changed.filter(({ id, quantity }) => quantity < hadOf(id));
  if (fewer.length > 0 && !byStaff) return fail("add_ons_only_more");
  const out = fewer.find(({ id, quantity }) => quantity < lineOf(id)!.redeemed);
  if (out) return fail("add_on_handed_out", { add_on: out.id, left: lineOf(out.id)!.redeemed });
  const priced = priceChosen(
    changed.filter(({ id, quantity }) => quantity > hadOf(id)),
    at,
  );
  if (!priced.ok) return priced;
  const deltas = changed.map(({ id, quantity }): AddOnDelta => {
    const pieces = quantity - hadOf(id);
    const more = priced.lines.find((line) => line.id === id);
    if (more) return { id, quantity: pieces, amount: (more.amount / quantity) * pieces, per_person: more.per_person };
    const had = lineOf(id)!;
    return { id, quantity: pieces, amount: shareOf(quantity, had) - had.amount, per_person: had.per_person };
  });
  const sum = deltas.reduce((all, { amount }) => all + amount, 0);
  const minimum = { amount: SMALLEST_CHARGE[at.currency], currency: at.currency };
  return !byStaff && sum < minimum.amount ? fail("add_ons_too_cheap", { minimum }) : ok({ deltas });
}

/** What a booking has of the add-ons that a change concerns, once it is made; null where more of one were handed out than stay. */
export function addOnsAfter(has: readonly Line[], deltas: readonly AddOnDelta[]): BoughtLine[] | null {
  const after = deltas.map(({ id, quantity, amount, per_person: isPerPerson }) => {
    const had = has.find((line) => line.id === id) ?? { quantity: 0, amount: 0, per_person: isPerPerson, redeemed: 0 };
    const line = { id, quantity: had.quantity + quantity, amount: had.amount + amount, per_person: had.per_person };
    return line.quantity < had.redeemed ? null : line;
  });
  return after.every((line) => line !== null) ? after : null;
}
