/** A rectangle on the screen, in pixels. */
export type Box = { left: number; top: number; width: number; height: number };

/** Distance to neighboring elements. */
const GAP = 4;
const STEP = 8;
/** The cost of changing sides, as a distance in pixels. */
const OTHER_SIDE = 120;

/**
 * Where toasts stand without covering what can be pressed: at home if it is free, else at the nearest free place above or below it,
 * or at the screen's other side. `occupied` lists in order of weight what must stay free: all of it, if that can't be, the first
 * only. Null where the screen is full of either.
 */
export function freePlace(home: Box, screen: { width: number; height: number }, occupied: readonly (readonly Box[])[]) {
  const rest = occupied.flat();
  return nearestFree(home, screen, rest) ?? nearestFree(home, screen, occupied[0] ?? []);
}

function nearestFree(home: Box, screen: { width: number; height: number }, boxes: readonly Box[]): Box | null {
  const lefts = [...new Set([home.left, screen.width - home.left - home.width])].filter((left) => left >= 0);
  const tops = [home.top];
  for (let top = GAP; top <= screen.height - home.height - GAP; top += STEP) tops.push(top);
  const places = lefts.flatMap((left) => tops.map((top) => ({ ...home, left, top })));
  const way = ({ left, top }: Box) => Math.abs(top - home.top) + (left === home.left ? 0 : OTHER_SIDE);
  return places.toSorted((a, b) => way(a) - way(b)).find((place) => !boxes.some((one) => touches(place, one))) ?? null;
}

const touches = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width + GAP &&
  b.left < a.left + a.width + GAP &&
  a.top < b.top + b.height + GAP &&
  b.top < a.top + a.height + GAP;
