import { beside, choice, day, id, listAddress, panel, search, type ValuesOf } from "#src/kernel/list-address.ts";
import type { Reason } from "#src/modules/mail/notifications/rules/email-reason.ts";
import { kindsWhere } from "#src/modules/mail/notifications/kinds/every-kind.ts";
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

/** The kinds of email to filter by, under whom they are for. */
export const KIND_GROUPS = (["guests", "accounts", "staff"] as const).map((group) => ({
  group,
  kinds: kindsWhere(({ to }) => to === group),
}));

/** The subject that staff may read; null where there is none, and of a code, whose subject says all. */
export const shownSubject = ({ kind, subject }: { kind: string; subject: string | null }): string | null =>
  kind === "booking_code" ? null : subject;

/** The address of the log: days are Mexico City's, both included; `night` is a departure, for the emails about its bookings. */
export const EMAIL_LIST = listAddress({
  q: search(),
  kind: choice(KIND_GROUPS.flatMap(({ kinds }) => kinds)),
  status: choice(LOG_STATES),
  lang: choice(LOG_LANGUAGES),
  from: day(),
  to: day(),
  night: id(),
  older: beside(),
  newer: beside(),
  open: panel(),
});
type EmailValues = ValuesOf<typeof EMAIL_LIST>;
export type EmailFilter = Omit<EmailValues, "older" | "newer" | "open">;

/** What an address of the log says; days in the wrong order change places. */
export function emailValuesIn(params: URLSearchParams): EmailValues {
  const values = EMAIL_LIST.read(params);
  const { from, to } = values;
  return from !== null && to !== null && from > to ? { ...values, from: to, to: from } : values;
}

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

/** An opened email. `answer`: the mail server's reply. `content`: whether staff may read it, and it is still there. */
export type OpenEmail = LoggedEmail & {
  sentAt: string | null;
  nextTry: string | null;
  tries: number;
  answer: string | null;
  booking: { id: string; reference: string } | null;
  content: "shown" | "private" | "emptied";
  again: Again;
};

/** What a refusal of the log is called; `email_untrue` and `email_nobody` are those of sending a booking's email again. */
export const EMAIL_REFUSALS = {
  email_untrue: "notifications-admin.again.not.untrue",
  email_nobody: "notifications-admin.again.not.nobody",
  mail_away: "notifications-admin.refused.mail_away",
  failed: "notifications-admin.refused.not_found",
} as const satisfies Refusals;
