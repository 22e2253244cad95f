import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { reasonOf } from "#src/modules/mail/notifications/rules/email-reason.ts";
import { OBSOLETE } from "#src/modules/mail/notifications/rules/failed.ts";

const ended = { recipient: "ana@guest.test", server_was_away: false };
const failed = (last_error: string) => reasonOf({ ...ended, status: "failed", last_error });
const withheld = (last_error: string | null, recipient = ended.recipient) =>
  reasonOf({ ...ended, status: "withheld", last_error, recipient });

// as Nodemailer words what mail servers answer
test.each([
  ["Can't send mail - all recipients were rejected: 550 5.1.1 <ana@guest.test>: user unknown", "address_refused"],
  ["Can't send mail - all recipients were rejected: 550 no such mailbox", "address_refused"],
  ["Can't send mail - all recipients were rejected: 552 5.2.2 over quota", "mailbox_full"],
  ["Can't send mail - all recipients were rejected: 550 5.7.1 relay denied by policy", "rejected"],
  ["Message failed: 554 Spam message rejected", "rejected"],
  ["Invalid login: 535 5.7.8 authentication failed", "login_refused"],
  ["connect ECONNREFUSED 127.0.0.1:2525", "unreachable"],
  ["getaddrinfo ENOTFOUND mail.invalid", "unreachable"],
  ["Greeting never received", "unreachable"],
  ["Connection timeout", "unreachable"],
  ["self-signed certificate in certificate chain", "no_safe_line"],
  ["Can't send mail - all recipients were rejected: 451 4.7.1 greylisted", "try_later"],
  ["interrupted while sending", "interrupted"],
  ["not one address: ana@", "bad_address"],
  ['control character in "a\\nb"', "bad_address"],
  ["the server said no", "unknown"],
])("failed: %s", (error, reason) => {
  expect(failed(error)).toBe(reason);
  expect(reasonOf({ ...ended, status: "retry", last_error: error })).toBe(reason);
});

test("what only waited for the mail server says so, once it is given up", () => {
  const waited = { ...ended, last_error: "connect ECONNREFUSED 127.0.0.1:2525", server_was_away: true };
  expect(reasonOf({ ...waited, status: "failed" })).toBe("server_away");
  expect(reasonOf({ ...waited, status: "retry" })).toBe("unreachable");
});

test("nothing went wrong with an email that was sent or waits", () => {
  for (const status of ["sent", "queued", "sending"])
    expect(reasonOf({ ...ended, status, last_error: null })).toBeNull();
});

test("every reason to withhold an email has words of its own", () => {
  const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, file), "utf8");
  const rules = `${read("delivery.ts").split("export function whyWithheld")[1]}${read("reminders.ts")}${read("unfinished.ts")}${read("../read-subject.server.ts")}`;
  const stored = [...rules.matchAll(/["`]((?:the|its|it|somebody) [^"`]+)["`]/g)].map(([, text]) => text!);
  expect(stored.length).toBeGreaterThan(20);
  const filledIn = stored.map((text) =>
    text.replace(/^the booking is \$\{.*$/, "the booking is cancelled").replace(/\$\{.*\}/, "gone"),
  );
  for (const text of filledIn) expect(withheld(text), text).not.toBe("untrue");
});

test.each<[stored: string, reason: string]>([
  ["the booking is pending", "booking_pending"],
  ["the money is credit already", "money_decided"],
  ["the payment is gone", "money_decided"],
  ["its code is too old", "too_old"],
  ["a reason of a newer release", "untrue"],
  ...OBSOLETE.map((why): [string, string] => [why, why]),
])("withheld: %s", (stored, reason) => {
  expect(withheld(stored)).toBe(reason);
});

test("an email to somebody whose data was deleted says so", () => {
  expect(withheld(null, "")).toBe("nobody");
  expect(withheld(null)).toBe("untrue");
});
