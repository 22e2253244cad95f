/** Longer than any request that changes something. */
const MARGIN_MS = 60_000;

/**
 * From when on what changed since an instant (ISO) is looked for: a change has the time at which its request began, and is seen only once
 * that has ended, so whoever asked between the two would never be told of it.
 */
export const changedSince = (instant: string): Date => new Date(Date.parse(instant) - MARGIN_MS);
