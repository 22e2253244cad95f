const DAY_MS = 86_400_000;

const UNUSED_DAYS = 30;
const TRASH_DAYS = 30;

/** Pictures unused since before then are put into the trash. */
export const unusedTooLong = (now: Date): Date => new Date(now.getTime() - UNUSED_DAYS * DAY_MS);
/** Pictures in the trash since before then are deleted for good. */
export const trashedTooLong = (now: Date): Date => new Date(now.getTime() - TRASH_DAYS * DAY_MS);

/** When a picture leaves the trash for good. */
export const goneAt = (trashedAt: Date): Date => new Date(trashedAt.getTime() + TRASH_DAYS * DAY_MS);
