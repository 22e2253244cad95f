/**
 * How guessing one account is slowed, from however many addresses: so many failures are free, then each makes the next attempt
 * wait, twice as long as the one before, at most `most` seconds; after `forgotten` seconds without any it is over. Two people who
 * mistype all evening stay below; an attacker gets about 100 guesses a day.
 */
export const SLOWING = { free: 20, first: 30, most: 15 * 60, forgotten: 24 * 3600 } as const;

/** The seconds that the next attempt must wait after so many failures. */
export const waitAfter = (failures: number): number =>
  failures < SLOWING.free ? 0 : Math.min(SLOWING.most, SLOWING.first * 2 ** (failures - SLOWING.free));
