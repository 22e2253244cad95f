/** Moves a list entry; returns the list unchanged when the target is out of range. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const one = list[from];
  return one === undefined || to < 0 || to >= list.length ? [...list] : [...rest.slice(0, to), one, ...rest.slice(to)];
}
