import type { Currency } from "#src/kernel/money.ts";

/**
 * The filter of the audit log. `who`: guest, desk, system, or part of a user's name or email address. Days are those of Mexico City.
 */
export type AuditLogFilter = {
  who: string | null;
  action: string | null;
  type: string | null;
  subject: string | null;
  from: string | null;
  to: string | null;
  q: string | null;
};

/** One changed field, each side as JSON; undefined where the entry doesn't have it. */
export type Change = { field: string; old: unknown; now: unknown };

/** The actor: a user by name and email address (null once the account is gone), a guest, a partner's desk, or the system. */
export type Doer = {
  kind: "user" | "guest" | "desk" | "key" | "system";
  id: string | null;
  name: string | null;
  email: string | null;
};

/**
 * One entry of the audit log. `label` is the subject's readable name, null where it has none or is gone. `at` is an ISO
 * instant.
 */
export type AuditLogEntry = {
  id: number;
  at: string;
  who: Doer;
  action: string;
  subject: { type: string; id: string; label: string | null };
  changes: Change[];
  /** of the figures in `changes`; null where it is unknown */
  currency: Currency | null;
  source: string;
};

/** A page of the log, newest first. `newer` and `older` are the entries to continue from; null at the ends. */
export type AuditLogPage = { entries: AuditLogEntry[]; newer: number | null; older: number | null };

/** The filters' choices: the actions of the newest entries, and all subject types. */
export type AuditLogChoices = { actions: string[]; types: string[] };

/** What an entry of the access log can be about. */
export const ACCESS_KINDS = ["sign_in", "password", "code", "sign_out", "session_end", "page", "download"] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];
export type AccessOutcome = "done" | "failed" | "slowed" | "refused";

/** The filter of the access log. `who`: part of a name or email address. Days are those of Mexico City. */
export type AccessFilter = { who: string | null; kind: AccessKind | null; from: string | null; to: string | null };

/**
 * One entry of the access log. `subject`: the path, or how many sessions ended. `who` is null for those who weren't signed in or
 * have no account anymore.
 */
export type AccessEntry = {
  id: number;
  at: string;
  kind: AccessKind;
  outcome: AccessOutcome;
  subject: string | null;
  who: { id: string; name: string; email: string } | null;
  address: string | null;
  /** from the machine that Ronda runs on */
  isHere: boolean;
  browser: string | null;
  system: string | null;
};

/** A page of it, newest first. `newer` and `older` are the entries to continue from; null at the ends. */
export type AccessPage = { entries: AccessEntry[]; newer: number | null; older: number | null };
