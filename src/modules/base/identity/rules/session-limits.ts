const HOUR = 3_600_000;

/** How long a session of staff lasts, in hours: unused, and altogether. */
export type SessionLimits = { idleHours: number; hours: number };

/** A session is over that was last used at `used` or before, or began at `begun` or before. */
export const overSince = (limits: SessionLimits, now: Date): { used: Date; begun: Date } => ({
  used: new Date(now.getTime() - limits.idleHours * HOUR),
  begun: new Date(now.getTime() - limits.hours * HOUR),
});

/** Whether a session has been unused for too long, or has lasted long enough. */
export function isOver(session: { begun_at: Date; used_at: Date }, limits: SessionLimits, now: Date): boolean {
  const { used, begun } = overSince(limits, now);
  return session.used_at <= used || session.begun_at <= begun;
}
