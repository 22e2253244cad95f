import { expect, test } from "vitest";
import {
  isPutOff,
  isServersFault,
  MAX_TRIES,
  nextTry,
  refusesAddress,
  subjectLine,
  whyWithheld,
  withoutToken,
} from "#src/modules/mail/notifications/rules/delivery.ts";
import type { BookingEmailKind } from "#src/modules/mail/notifications/schema.ts";

const now = new Date("2026-11-20T18:00:00Z");

test("six tries, each wait longer than the one before, then never again", () => {
  const waits = Array.from({ length: MAX_TRIES }, (_, i) => nextTry(i + 1, now)).map((at) => at && +at - +now);
  expect(waits.at(-1)).toBeNull();
  const real = waits.slice(0, -1) as number[];
  expect(real).toHaveLength(5);
  expect(real).toEqual([...new Set(real)].toSorted((a, b) => a - b));
  expect(nextTry(MAX_TRIES + 3, now)).toBeNull();
});

test.each([
  [{ command: "CONN" }, true], // refused, timed out, not found
  [{ command: "CONN", responseCode: 554 }, true],
  [{ command: "AUTH PLAIN", responseCode: 535 }, true],
  [{ command: "MAIL FROM", responseCode: 451 }, true],
  [{ command: "RCPT TO", responseCode: 421 }, true],
  [{}, true],
  [{ command: "RCPT TO", responseCode: 550 }, false],
  [{ command: "DATA", responseCode: 451 }, false],
])("a failure with %o is the mail server's: %s", (failure, servers) => {
  expect(isServersFault(failure)).toBe(servers);
});

test.each([
  [{ command: "RCPT TO", responseCode: 451 }, true],
  [{ command: "DATA", responseCode: 452 }, true],
  [{ command: "RCPT TO", responseCode: 421 }, false], // the server closes
  [{ command: "MAIL FROM", responseCode: 451 }, false],
  [{ command: "AUTH PLAIN", responseCode: 454 }, false],
  [{ command: "RCPT TO", responseCode: 550 }, false],
  [{ command: "DATA" }, false], // the line broke
])("a failure with %o puts off that email alone: %s", (failure, putOff) => {
  expect(isPutOff(failure)).toBe(putOff);
});

test.each([
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.1.1 <ana@gmial.test>: user unknown" }, true],
  [{ command: "RCPT TO", responseCode: 550, response: "550 no such mailbox" }, true],
  [{ command: "RCPT TO", responseCode: 553, response: "553 sorry, no mailbox here by that name" }, true],
  [{ command: "RCPT TO", responseCode: 556, response: "556 5.1.10 recipient address has null MX" }, true],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.2.1 mailbox disabled" }, true],
  [{ command: "DATA", responseCode: 550, response: "550-5.1.1 The email account does not exist" }, true],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.4.1 Recipient address rejected: Access denied." }, true],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.4.4 domain not found" }, true],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.4.1 no answer from host" }, false],
  [{ command: "DATA", responseCode: 550, response: "550 message refused" }, false],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.7.1 relay denied by policy" }, false],
  [{ command: "RCPT TO", responseCode: 550, response: "550 Relaying not permitted" }, false],
  [{ command: "RCPT TO", responseCode: 550, response: "550 blocked, see https://lists.example/why" }, false],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.1.8 bad sender" }, false],
  [{ command: "RCPT TO", responseCode: 552, response: "552 5.2.2 mailbox full" }, false],
  [{ command: "RCPT TO", responseCode: 554, response: "554 transaction failed" }, false],
  [{ command: "RCPT TO", responseCode: 450, response: "450 5.1.1 not yet" }, false],
  [{ command: "MAIL FROM", responseCode: 550, response: "550 5.1.1 who are you" }, false],
  [{ command: "CONN" }, false],
])("a failure with %o is the address's own, for good: %s", (failure, refused) => {
  expect(refusesAddress(failure)).toBe(refused);
});

const confirmed = { status: "confirmed", cancel_reason: null, confirmed_at: now };
const cancelled = { status: "cancelled", cancel_reason: "customer", confirmed_at: now };
const held = { status: "pending", cancel_reason: null, confirmed_at: null };
const voucher = { status: "pending", placement: null, review_reason: null };
const unplaced = { placement: "unplaced", review_reason: null };

test.each([
  ["booking_confirmation", { booking: confirmed }, null],
  ["booking_confirmation", { booking: cancelled }, "the booking is cancelled"],
  ["booking_confirmation", { booking: undefined }, "the booking is gone"],
  ["checkout_unfinished", { booking: { ...cancelled, cancel_reason: "expired" } }, null],
  ["checkout_unfinished", { booking: cancelled }, "the booking is cancelled"],
  ["checkout_unfinished", { booking: held }, "the booking is pending"],
  ["checkout_unfinished", { booking: confirmed }, "the booking is confirmed"],
  ["reminder_today", { booking: confirmed }, null],
  ["reminder_today", { booking: cancelled, unscheduled: "its time is over" }, "the booking is cancelled"],
  ["reminder_day_before", { booking: confirmed, unscheduled: "the night was moved" }, "the night was moved"],
  ["rating_request", { booking: confirmed, unscheduled: "it is switched off" }, "it is switched off"],
  ["booking_cancelled", { booking: cancelled }, null],
  ["booking_cancelled", { booking: confirmed }, "the booking is confirmed"],
  ["payment_unplaced", { booking: cancelled, payment: unplaced }, null],
  ["payment_unplaced", { booking: cancelled, payment: unplaced, refunds: [{ status: "requested" }] }, null],
  [
    "payment_unplaced",
    { booking: cancelled, payment: unplaced, refunds: [{ status: "succeeded" }] },
    "the money is back already",
  ],
  ["payment_unplaced", { booking: confirmed, payment: unplaced }, "the booking is confirmed"],
  [
    "payment_unplaced",
    { booking: cancelled, payment: { ...unplaced, placement: "seats_free" } },
    "the payment is seats_free",
  ],
  ["payment_unplaced", { booking: cancelled }, "the payment is gone"],
  ["refund_sent", { booking: cancelled, refund: { status: "succeeded" } }, null],
  ["refund_sent", { booking: cancelled, refund: { status: "failed" } }, "the refund is failed"],
  ["staff_payment_review", { booking: cancelled, payment: { placement: null, review_reason: "amount" } }, null],
  ["staff_payment_review", { booking: confirmed, payment: unplaced, reason: "dispute" }, "the payment was reviewed"],
  ["staff_payment_review", { booking: confirmed, payment: unplaced, reason: "refund_manual" }, null],
  ["voucher_issued", { booking: held, payment: voucher }, null],
  ["voucher_issued", { booking: confirmed, payment: { ...voucher, status: "succeeded" } }, "the booking is confirmed"],
  ["voucher_issued", { booking: held, payment: { ...voucher, status: "failed" } }, "the payment is failed"],
  ["voucher_issued", { booking: held }, "the payment is gone"],
  ["staff_books_differ", { booking: confirmed, differences: [{}] }, null],
  ["staff_books_differ", { booking: confirmed, differences: [] }, "the books agree again"],
  ["staff_late_tolerance", { booking: confirmed }, null],
  ["staff_late_tolerance", { booking: cancelled }, "the booking is cancelled"],
  ["rating_request", { booking: confirmed }, null],
  ["rating_request", { booking: cancelled }, "the booking is cancelled"],
  ["rating_request", { booking: confirmed, rated: true }, "the night is rated already"],
] as const)("%s about %j: %s", (kind, subject, reason) =>
  expect(whyWithheld({ about: "booking", kind: kind satisfies BookingEmailKind, ...subject })).toBe(reason),
);

test.each([
  ["staff_event_died", { event: {} }, null],
  ["staff_event_died", {}, "the message is tried again"],
  ["staff_money_differs", { run: { lookedAt: null } }, null],
  ["staff_money_differs", { run: { lookedAt: "2026-11-20T18:00:00Z" } }, "somebody has looked already"],
  ["staff_money_differs", {}, "the comparison is gone"],
  ["staff_tills_differ", { tills: [{}] }, null],
  ["staff_tills_differ", {}, "the books agree again"],
] as const)("%s about %j: %s", (kind, subject, reason) =>
  expect(whyWithheld({ about: "money", kind, event: undefined, run: undefined, tills: [], ...subject })).toBe(reason),
);

const partner = { email: "sol@hostal.example", version: 2, url: "http://ronda.test/partner/x" };
test.each([
  ["partner_link", {}, null],
  ["partner_link", { payload: { version: 1 } }, "the link was made anew"],
  ["partner_link", { partner: { ...partner, url: null } }, "the link was made anew"],
  ["partner_statement", { statement: { state: "draft" } }, null],
  ["partner_statement", { partner: { ...partner, url: null }, statement: { state: "draft" } }, null],
  ["partner_statement", { statement: { state: "agreed" } }, "the statement is agreed already"],
  ["partner_statement", { statement: { state: "draft" }, recipient: "x@y.example" }, "the partner has another address"],
  ["partner_statement_paid", { statement: { state: "paid" } }, null],
  ["partner_statement_answered", { question: { answer: "Two." } }, null],
  ["partner_statement_answered", { question: { answer: null } }, "the answer is gone"],
] as const)("%s about %j: %s", (kind, over, reason) => {
  const about = { about: "partner", payload: { version: 2 }, partner, recipient: partner.email, statement: null };
  expect(whyWithheld({ ...about, question: null, kind, ...over } as never)).toBe(reason);
});

test.each([
  [{}, null],
  [undefined, "somebody has looked already"],
])("till_to_take about %j: %s", (till, reason) => {
  const payload = { userId: "u", tillId: "t", round: 1 };
  expect(whyWithheld({ about: "till", kind: "till_to_take", payload, till })).toBe(reason);
});

test.each([
  ["staff_statement_question", { questions: [{}] }, null],
  ["staff_statement_question", {}, "it is answered already"],
  ["staff_desk_locked", { desk: { locked_at: now, revoked_at: null } }, null],
  ["staff_desk_locked", { desk: { locked_at: null, revoked_at: null } }, "somebody has looked already"],
  ["staff_desk_locked", { desk: { locked_at: now, revoked_at: now } }, "somebody has looked already"],
] as const)("%s about %j: %s", (kind, over, reason) => {
  const payload = { at: now.toISOString() };
  expect(whyWithheld({ about: "partnerAlert", payload, questions: [], desk: undefined, kind, ...over } as never)).toBe(
    reason,
  );
});

test.each([
  ["message_received", {}, null],
  ["staff_message", {}, null],
  ["staff_message", undefined, "the message is gone"],
] as const)("%s about %j: %s", (kind, message, reason) =>
  expect(whyWithheld({ about: "message", kind, message })).toBe(reason),
);

test("a practice booking is told in the subject", () => {
  expect(subjectLine("Your tickets", true)).toBe("[TEST] Your tickets");
  expect(subjectLine("Your tickets", false)).toBe("Your tickets");
});

const USER = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";
const account = { email: "sofia@example.test", emailVerified: false };
const link = (over: object = {}) => ({ userId: USER, token: "t", until: "2026-11-20T19:00:00Z", ...over });

test.each([
  ["account_verify", link(), account, null],
  ["account_verify", link(), undefined, "the account is gone"],
  ["account_verify", link(), { ...account, emailVerified: true }, "the address is proved already"],
  ["account_verify", link({ until: "2026-11-20T18:00:00Z" }), account, "its link is too old"],
  ["account_reset", link(), { ...account, emailVerified: true }, null],
  ["account_reset", link({ until: "2026-11-20T17:59:59Z" }), account, "its link is too old"],
  ["account_exists", { userId: USER }, account, null],
  ["account_guessed", { userId: USER }, account, null],
  ["account_password_changed", { userId: USER, by: "link" }, undefined, "the account is gone"],
  ["account_email_change", link({ newEmail: "new@example.test" }), account, null],
  ["account_email_change", link({ newEmail: account.email }), account, "the address is changed already"],
  ["account_email_changed", { userId: USER, newEmail: account.email }, account, null],
])("%s about %o is withheld: %s %s", (kind, payload, found, reason) => {
  const subject = { about: "account", kind, payload, account: found, now } as unknown as Parameters<
    typeof whyWithheld
  >[0];
  expect(whyWithheld(subject)).toBe(reason);
});

test("what is kept of an email that has left holds no token", () => {
  const texts = { html: `<a href="/reset?token=abc.D-e_f">abc.D-e_f</a>`, text: "abc.D-e_f" };
  const kept = withoutToken(link({ token: "abc.D-e_f" }), texts);
  expect(JSON.stringify(kept)).not.toContain("abc.D-e_f");
  expect(JSON.parse(kept["payload"]!)).toEqual(link({ token: null }));
  expect(withoutToken({ bookingId: "x" }, texts)).toEqual(texts);
  expect(withoutToken(link({ token: null }), texts)).toEqual(texts);
});
