/** What part of a night's free places may be with phones: one in so many, of one person's phones and of all. */
const OF_ONE_PERSON = 3;
const OF_ALL = 2;

/** A night's places: `free` on sale, `lent` with phones and not sold, of those `own` with the phones of one person, `here` with one of these. */
export type LentPlaces = { free: number; lent: number; own: number; here: number };

/**
 * How many more places a phone gets that wants to have `wish`. All phones of a person together have at most a third of what would be
 * free if none was lent, and all phones of a night half of it: rounded up, so that the last place can be sold offline too.
 */
export function placesToLend(wish: number, { free, lent, own, here }: LentPlaces): number {
  const night = free + lent;
  const room = [wish - here, free, Math.ceil(night / OF_ONE_PERSON) - own, Math.ceil(night / OF_ALL) - lent];
  return Math.max(0, Math.min(...room));
}
