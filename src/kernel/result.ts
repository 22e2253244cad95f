/** An expected outcome other than success: a stable `reason` (the API's `code`) with the figures that explain it. */
export type Failure<R extends string = string> = { ok: false; reason: R };
export type Ok<T extends object = object> = { ok: true } & T;

export const ok = <T extends object>(value: T): Ok<T> => ({ ok: true, ...value });
export const fail = <R extends string, T extends object = object>(reason: R, details?: T): Failure<R> & T =>
  ({ ok: false, reason, ...details }) as Failure<R> & T;
