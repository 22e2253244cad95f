const HOUR = 3_600_000;

/** How long a session of staff lasts, in hours: unused, and altogether. */
export type SessionLimits = { idleHours: number; hours: number };

/** Whether a session has been unused for too long, or has lasted long enough. */
export const isOver = (session: { begun_at: Date; used_at: Date }, limits: SessionLimits, now: Date): boolean =>
  now.getTime() - session.used_at.getTime() >= limits.idleHours * HOUR ||
  now.getTime() - session.begun_at.getTime() >= limits.hours * HOUR;
