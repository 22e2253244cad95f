/**
 * Round ticks for an axis that spans all values: `lines` above zero, and as many below as needed. What reaches less than half a
 * step below zero gets the room it needs and no tick, so that it doesn't take the room of the rest.
 */
export function axisOf(min: number, max: number, lines: number): { low: number; high: number; ticks: number[] } {
  const span = Math.max(max, -min) / lines || 1;
  const unit = 10 ** Math.floor(Math.log10(span));
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((times) => times * unit).find((size) => size >= span) ?? span);
  const high = Math.max(step, Math.ceil(max / step) * step);
  const below = -min < step / 2 ? 0 : Math.ceil(-min / step);
  const ticks = Array.from({ length: Math.round(high / step) + below + 1 }, (_, i) => (i - below) * step);
  return { low: Math.min(min, (0 - below) * step), high, ticks };
}
