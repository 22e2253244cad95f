import { isUuid } from "#src/kernel/codes.ts";
import { isDay } from "#src/kernel/local-time.ts";
import type { Reason } from "#src/modules/mail/notifications/rules/email-reason.ts";
import { isKnownKind, kindsWhere } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { Obsolete } from "#src/modules/mail/notifications/rules/failed.ts";
import type { Refusals } from "#src/ui/form/answer.ts";

/** The states of the log, most urgent first; `waiting` is queued or being sent. */
export const LOG_STATES = ["failed", "retry", "waiting", "withheld", "sent"] as const;
export type LogState = (typeof LOG_STATES)[number];

/** The log's state of a stored status. */
export const logStateOf = (status: string): LogState =>
  LOG_STATES.find((state) => state === status) ?? (status === "queued" || status === "sending" ? "waiting" : "sent");

/** The stored statuses of a state. */
export const statusesOf = (state: LogState): readonly string[] =>
  state === "waiting" ? ["queued", "sending"] : [state];

export const LOG_LANGUAGES = ["en", "es"] as const;

/** Which emails the log shows: days (YYYY-MM-DD) are Mexico City's, both included; null is no filter. */
export type EmailFilter = {
  q: string;
  kind: string | null;
  status: LogState | null;
  lang: (typeof LOG_LANGUAGES)[number] | null;
  from: string | null;
  to: string | null;
  /** a departure: those about its bookings */
  night: string | null;
};

/** The kinds of email to filter by, under whom they are for. */
export const KIND_GROUPS = (["guests", "accounts", "staff"] as const).map((group) => ({
  group,
  kinds: kindsWhere(({ to }) => to === group),
}));

/** The subject that staff may read; null where there is none, and of a code, whose subject says all. */
export const shownSubject = ({ kind, subject }: { kind: string; subject: string | null }): string | null =>
  kind === "booking_code" ? null : subject;

const LONGEST = 100;

/** The filter in a URL's parameters; invalid values are ignored, and days in the wrong order change places. */
export function emailFilterOf(params: URLSearchParams): EmailFilter {
  const day = (name: string) => (isDay(params.get(name) ?? "") ? params.get(name) : null);
  const [from, to] = [day("from"), day("to")];
  const isTurned = from !== null && to !== null && from > to;
  const kind = params.get("kind");
  return {
    q: params.get("q")?.trim().slice(0, LONGEST) ?? "",
    kind: kind !== null && isKnownKind(kind) ? kind : null,
    status: LOG_STATES.find((state) => state === params.get("status")) ?? null,
    lang: LOG_LANGUAGES.find((language) => language === params.get("lang")) ?? null,
    from: isTurned ? to : from,
    to: isTurned ? from : to,
    night: isUuid(params.get("night") ?? "") ? params.get("night") : null,
  };
}

/** Whether any filter or search is set. */
export const isFiltered = (filter: EmailFilter): boolean => Object.values(filter).some(Boolean);

/** Why an email can't be sent again from the log. */
export type NotAgain = Obsolete | "untrue" | "emptied" | "on_its_way" | "asks_anew" | "sent_once" | "not_allowed";

/** How an email can be sent again: as it is, tried `anew`, as a `new` one with what is true now, or not at all. */
export type Again = { way: "retry" | "new" } | { way: null; why: NotAgain };

/** An email as the log lists it. `reason` ends a message's id; times are ISO strings. */
export type LoggedEmail = {
  id: string;
  kind: string;
  recipient: string;
  subject: string | null;
  state: LogState;
  captured: boolean;
  language: "en" | "es";
  at: string;
  reason: Reason | null;
};

/** What became of an email that somebody sent to themselves, to try the mail server. */
export type MailTest = Pick<LoggedEmail, "id" | "state" | "captured" | "reason" | "at" | "recipient">;

/** An opened email. `answer`: what the mail server said. `content`: whether staff may read it, and it is still there. */
export type OpenEmail = LoggedEmail & {
  sentAt: string | null;
  nextTry: string | null;
  tries: number;
  answer: string | null;
  booking: { id: string; reference: string } | null;
  content: "shown" | "private" | "emptied";
  again: Again;
};

/** What a refusal of the log is called; `email_untrue` and `email_nobody` are those of sending a booking's email anew. */
export const EMAIL_REFUSALS = {
  email_untrue: "notifications-admin.again.not.untrue",
  email_nobody: "notifications-admin.again.not.nobody",
  mail_away: "notifications-admin.refused.mail_away",
  failed: "notifications-admin.refused.not_found",
} as const satisfies Refusals;
