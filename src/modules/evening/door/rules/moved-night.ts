/** A night that starts this much later than it was to is another one to whoever was let in. */
export const ANOTHER_NIGHT_HOURS = 6;

/**
 * Whether who came in at a door is in for the time at which its night was to start (`former`), not for the later one of now: that is
 * another night, and the former start is the nearer one. Milliseconds.
 */
export const isForFormer = (at: number, former: number, now: number): boolean =>
  now - Math.max(at, former) > ANOTHER_NIGHT_HOURS * 3_600_000 && Math.abs(at - former) < now - at;
