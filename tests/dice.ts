export type Dice = {
  /** from 0 up to 1 */
  next: () => number;
  /** a whole number from 0 up to `n` */
  below: (n: number) => number;
  /** one of a list that has any */
  of: <T>(list: readonly T[]) => T;
  chance: (p: number) => boolean;
};

/** Random numbers that are the same for the same seed (mulberry32). */
export function diceFrom(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { next, below, of: (list) => list[below(list.length)]!, chance: (p) => next() < p };
}
