/** A fixed window: at most `max` per `seconds`, counted in the database (`rate_counters`), so that all servers share it. */
export type Limit = { max: number; seconds: number };

/** When the window of an instant began. */
export const windowStart = (limit: Limit, now: Date): Date =>
  new Date(Math.floor(now.getTime() / (limit.seconds * 1000)) * limit.seconds * 1000);

/** Whole seconds until the window of an instant ends and counting starts anew. */
export const secondsLeft = (limit: Limit, now: Date): number =>
  Math.ceil(limit.seconds - (now.getTime() - windowStart(limit, now).getTime()) / 1000);
