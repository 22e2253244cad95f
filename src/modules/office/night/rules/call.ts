const EARLY_MS = 12 * 3_600_000;

type Times = { status: string; starts_at: Date; ends_at: Date };

/** Whether a guide of the night may call its guests now: from twelve hours before it starts, when guests get lost, until it ends. */
export const isTimeToCall = ({ status, starts_at: starts, ends_at: ends }: Times, now: Date): boolean =>
  status === "scheduled" && +now >= +starts - EARLY_MS && now < ends;
