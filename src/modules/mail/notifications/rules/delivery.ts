/** Attempts per email (rule mail-2), not counting those while the mail server took nothing. */
export const MAX_TRIES = 6;

/** An email that has been sending for this long is requeued: its worker has died. */
export const STUCK_MS = 5 * 60_000;

const WAITS_S = [30, 2 * 60, 8 * 60, 30 * 60, 2 * 3600];

/** How often a mail server that takes nothing is tried, by one email for all: they leave within two minutes of its return (rule mail-2). */
export const PROBE_MS = 30_000;

/** An email that the mail server hasn't taken for this long is given up, however often it was tried. */
const PATIENCE_MS = 48 * 3_600_000;

/** So many emails that fail one after the other, and none that is sent, are the mail server's fault, whatever its answers say. */
export const FAILURES_OF_AN_OUTAGE = 3;

/** Commands before an email's own recipient is named: what fails there would fail for every email. */
const OF_THE_SERVER = /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH|MAIL FROM)/;

/** Whether the mail server failed, rather than this one email. `command` and `responseCode` are Nodemailer's. */
export const isServersFault = ({ command, responseCode }: { command?: string; responseCode?: number }): boolean =>
  responseCode === undefined || responseCode === 421 || OF_THE_SERVER.test(command ?? "");

/**
 * Whether this one email is put off: its recipient's server wants it later (greylisting, a full mailbox), and says nothing of others.
 */
export const isPutOff = (error: { command?: string; responseCode?: number }): boolean =>
  !isServersFault(error) && Math.floor((error.responseCode ?? 0) / 100) === 4;

/**
 * A mail server's own second number: what is wrong with the recipient (RFC 3463), but not with a sender (5.1.7, 5.1.8). Microsoft
 * says 5.4.1 of mailboxes that it doesn't know.
 */
const OF_THE_ADDRESS = /\b5\.(1\.(0|1|2|3|6|10)|2\.1|4\.4)\b|\b5\.4\.1\b.*recipient address rejected/i;
/** What says that we, our network or our words are refused, rather than the recipient. */
const OF_US = /\b5\.\d+\.\d+\b|relay|authenticat|spam|block|blacklist|denied|policy|reputation/i;

/**
 * Whether an email's recipient is refused for good: there is no such mailbox, or no such domain. Trying again can't help, and it says
 * nothing of the mail server. `response` is the server's answer, as Nodemailer has it.
 */
export function refusesAddress(error: { command?: string; responseCode?: number; response?: string }): boolean {
  const { command, responseCode = 0, response = "" } = error;
  if (isServersFault(error) || Math.floor(responseCode / 100) !== 5) return false;
  if (OF_THE_ADDRESS.test(response)) return true;
  return command === "RCPT TO" && [550, 551, 553].includes(responseCode) && !OF_US.test(response);
}

/** When to retry an email that was put off, after so many tries; null when it has waited for two days. */
export function nextVisit(createdAt: Date, tries: number, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() >= PATIENCE_MS) return null;
  return new Date(now.getTime() + (WAITS_S[tries - 1] ?? WAITS_S.at(-1)!) * 1000);
}

/** What is stored of an email whose process ended after it was handed over: nearly always the server has it (docs/decisions/124). */
export const UNSURE = "interrupted after it was handed over";

/** When to retry an email that waits for the mail server, or null when it has waited for two days. */
export const nextProbe = (createdAt: Date, now: Date): Date | null =>
  now.getTime() - createdAt.getTime() < PATIENCE_MS ? new Date(now.getTime() + PROBE_MS) : null;

/** When to retry after `attempts` failures, or null after the last one. */
export function nextTry(attempts: number, now: Date): Date | null {
  const wait = attempts < MAX_TRIES ? WAITS_S[attempts - 1] : undefined;
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000);
}

/** Why an email may be withheld only for now: while it may still leave, it is queued again once that is over. */
export const FOR_NOW = ["it is switched off", "the night is held already"] as const;

/**
 * The stored payload and texts of an email that was sent or never will be: its token is blanked everywhere, because readers of
 * the log are not its recipient. Just the texts where there is no token.
 */
export function withoutToken(payload: unknown, texts: Record<string, string> = {}): Record<string, string> {
  const token = (payload as { token?: string | null }).token;
  if (!token) return texts;
  const blanked = Object.entries(texts).map(([name, text]) => [name, text.replaceAll(token, "…")]);
  const rest = { ...(payload as object), token: null };
  return { ...(Object.fromEntries(blanked) as Record<string, string>), payload: JSON.stringify(rest) };
}

/** How an attempt counts that was broken off after the email was handed over. */
export const unsure = ({ handed_at: at, payload }: { handed_at: Date | null; payload: unknown }) =>
  ({ status: "sent", sent_at: at, last_error: UNSURE, next_try_at: null, ...withoutToken(payload) }) as const;

/** Whether nobody decided against it: its hold ended unpaid. */
export const isLapsed = ({ status, cancel_reason: reason }: { status: string; cancel_reason: string | null }) =>
  status === "cancelled" && reason === "expired";

/** A test booking's emails say so in the subject (rule mail-5). */
export const subjectLine = (subject: string, test: boolean): string => (test ? `[TEST] ${subject}` : subject);

/** A person's text as the paragraphs of an email. */
export const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");
