/** For how many days a shared preview opens. */
export const PREVIEW_DAYS = 7;

/** When a preview that is shared now ends, in whole seconds since 1970. */
export const previewEnd = (now: Date): number => Math.floor(now.getTime() / 1000) + PREVIEW_DAYS * 86_400;

/** The end that a link names; null unless it is still to come, and not later than one shared now. */
export function readPreviewEnd(until: string | null, now: Date): number | null {
  if (until === null || !/^\d{1,12}$/.test(until)) return null;
  const end = Number(until);
  return end * 1000 > now.getTime() && end <= previewEnd(now) ? end : null;
}
