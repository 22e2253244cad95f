/**
 * The night that is most likely sold: of those that the seller guides (`own`), else of those in the city of their till, else of all,
 * the one that runs, else the first. Undefined where there is none.
 */
export function mostLikely<T extends { running: boolean; own: boolean; ofTill: boolean }>(
  nights: readonly T[],
): T | undefined {
  const [first, ...others] =
    [nights.filter(({ own }) => own), nights.filter(({ ofTill }) => ofTill), nights].find((some) => some.length > 0) ??
    [];
  return [first, ...others].find((one) => one?.running) ?? first;
}
