/** What of the audit log is asked for. `who`: guest, system, or part of a user's name or address. Days are those of Mexico City. */
export type AuditLogFilter = {
  who: string | null;
  action: string | null;
  type: string | null;
  subject: string | null;
  from: string | null;
  to: string | null;
  text: string | null;
};

/** One changed field, each side as JSON; undefined is what an entry doesn't say. */
export type Change = { field: string; old: unknown; now: unknown };

/** Who did something: a user by name and address (null once the account is gone), a guest, or the product itself. */
export type Doer = { kind: "user" | "guest" | "system"; id: string | null; name: string | null; email: string | null };

/** One entry of the audit log. `label` is what people call the subject, null where it has no name or is gone. `at` is an ISO instant. */
export type AuditLogEntry = {
  id: number;
  at: string;
  who: Doer;
  action: string;
  subject: { type: string; id: string; label: string | null };
  changes: Change[];
  source: string;
};

/** A page of the log, the newest first. `newer` and `older` are the entries to go on from; null at the ends. */
export type AuditLogPage = { entries: AuditLogEntry[]; newer: number | null; older: number | null };

/** What the filters can be set to: the actions of the newest entries, and the types of all subjects. */
export type AuditLogChoices = { actions: string[]; types: string[] };
