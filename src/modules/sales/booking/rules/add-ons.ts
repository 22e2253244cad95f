import { split } from "#src/kernel/money.ts";

/** What a booking has of an add-on: `amount` is for all of them; `redeemed` were handed out. */
type Line = { id: string; quantity: number; amount: number; per_person: boolean; redeemed: number };

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
export const addOnsWithFewer = (
  lines: readonly Line[],
  { people, leaving }: Fewer,
): Pick<Line, "id" | "quantity" | "amount">[] =>
  lines.flatMap(({ id, quantity, amount, per_person: isPerPerson, redeemed }) => {
    const stay = isPerPerson ? Math.max(Math.min(quantity, people), quantity - leaving, redeemed) : quantity;
    if (stay === quantity) return [];
    return [{ id, quantity: stay, amount: shareOf(stay, { quantity, amount }) }];
  });

/** By how much what a booking has of add-ons becomes cheaper by that. */
export const lessOfAddOns = (lines: readonly Line[], fewer: Fewer): number =>
  addOnsWithFewer(lines, fewer).reduce(
    (sum, { id, amount }) => sum + lines.find((line) => line.id === id)!.amount - amount,
    0,
  );
