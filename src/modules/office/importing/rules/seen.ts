type SeenRow = object & { night?: { id: string } };

/**
 * What of a plan was shown, as one short text: everything that its rows would write, and whether that is practice. Of a night its id
 * counts: how many of its places are free changes all the time.
 */
export function seenOf(
  { ready, leftOut }: { ready: readonly SeenRow[]; leftOut: readonly object[] },
  isPractice: boolean,
): string {
  const rows = ready.map(({ night, ...row }) => ({ ...row, night: night?.id }));
  return `${ready.length}.${leftOut.length}.${hash(JSON.stringify([rows, leftOut, isPractice]))}`;
}

/** Two sums of 32 bits with factors of their own. It tells plans apart, and guards nothing from who would forge it. */
function hash(text: string): string {
  let [a, b] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = (Math.imul(a, 31) + code) | 0;
    b = (Math.imul(b ^ code, 0x01000193) + at) | 0;
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}
