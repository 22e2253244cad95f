/** What of a plan was shown, as one short text: its rows, and what they are worth. */
export function seenOf({
  ready,
  leftOut,
}: {
  ready: readonly { line: number; total?: number; currency?: string; people?: number; night?: { id: string } }[];
  leftOut: readonly unknown[];
}): string {
  let sum = 0;
  // what a row is for is part of it: a night may have been moved, and its price is the file's
  for (const row of ready)
    sum =
      (Math.imul(sum, 31) + hash(JSON.stringify([row.line, row.total, row.currency, row.people, row.night?.id]))) | 0;
  return `${ready.length}.${leftOut.length}.${(sum >>> 0).toString(36)}`;
}

const hash = (text: string): number => {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
};
