import { expect, test } from "vitest";
import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { SENDINGS } from "#src/modules/mail/notifications/kinds/every-kind.server.ts";

const now = new Date("2026-11-20T18:00:00Z");
const withheld = (kind: TemplateKind, about: object) => SENDINGS[kind].whyWithheld(about as never);
const NOTHING_READ = { refunds: [], differences: [], notReminded: null, notAsked: null, notBack: null, isRated: false };

const confirmed = { status: "confirmed", cancel_reason: null, confirmed_at: now };
const cancelled = { status: "cancelled", cancel_reason: "customer", confirmed_at: now };
const held = { status: "pending", cancel_reason: null, confirmed_at: null };
const voucher = { status: "pending", placement: null, review_reason: null };
const unplaced = { placement: "unplaced", review_reason: null };

test.each([
  ["booking_confirmation", { booking: confirmed }, null],
  ["booking_confirmation", { booking: cancelled }, "the booking is cancelled"],
  ["checkout_unfinished", { booking: { ...cancelled, cancel_reason: "expired" } }, null],
  ["checkout_unfinished", { booking: cancelled }, "the booking is cancelled"],
  ["checkout_unfinished", { booking: held }, "the booking is pending"],
  ["checkout_unfinished", { booking: confirmed }, "the booking is confirmed"],
  ["reminder_today", { booking: confirmed }, null],
  ["reminder_today", { booking: cancelled, notReminded: "its time is over" }, "the booking is cancelled"],
  ["reminder_day_before", { booking: confirmed, notReminded: "the night was moved" }, "the night was moved"],
  ["rating_request", { booking: confirmed, notAsked: "it is switched off" }, "it is switched off"],
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
  ["table_resized", { booking: confirmed, table: { is_open: true, places: 5 }, places: 5 }, null],
  [
    "table_resized",
    { booking: confirmed, table: { is_open: true, places: 4 }, places: 5 },
    "the table was changed again",
  ],
  ["table_resized", { booking: confirmed, table: { is_open: false, places: 5 }, places: 5 }, "it is over"],
  ["rating_request", { booking: confirmed }, null],
  ["rating_request", { booking: cancelled }, "the booking is cancelled"],
  ["rating_request", { booking: confirmed, isRated: true }, "the night is rated already"],
] as const)("%s about %j: %s", (kind, subject, reason) =>
  expect(withheld(kind, { ...NOTHING_READ, now, ...subject })).toBe(reason),
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
  expect(withheld(kind, { tills: [], ...subject })).toBe(reason),
);

const partner = { email: "sol@hostal.example", version: 2, url: "http://ronda.test/partner/x" };
test.each([
  ["partner_link", {}, null],
  ["partner_link", { version: 1 }, "the link was made anew"],
  ["partner_link", { partner: { ...partner, url: null } }, "the link was made anew"],
  ["partner_statement", { statement: { state: "draft" } }, null],
  ["partner_statement", { partner: { ...partner, url: null }, statement: { state: "draft" } }, null],
  ["partner_statement", { statement: { state: "agreed" } }, "the statement is agreed already"],
  ["partner_statement", { statement: { state: "draft" }, recipient: "x@y.example" }, "the partner has another address"],
  ["partner_statement_paid", { statement: { state: "paid" } }, null],
  ["partner_statement_answered", { question: { answer: "Two." } }, null],
  ["partner_statement_answered", { question: { answer: null } }, "the answer is gone"],
] as const)("%s about %j: %s", (kind, over, reason) => {
  const about = { version: 2, partner, recipient: partner.email, statement: null, question: null };
  expect(withheld(kind, { ...about, ...over })).toBe(reason);
});

test.each([
  [{}, null],
  [undefined, "somebody has looked already"],
])("till_to_take about %j: %s", (till, reason) => {
  expect(withheld("till_to_take", { till })).toBe(reason);
});

test.each([
  ["staff_statement_question", { questions: [{}] }, null],
  ["staff_statement_question", {}, "it is answered already"],
  ["staff_desk_locked", { desk: { locked_at: now, revoked_at: null } }, null],
  ["staff_desk_locked", { desk: { locked_at: null, revoked_at: null } }, "somebody has looked already"],
  ["staff_desk_locked", { desk: { locked_at: now, revoked_at: now } }, "somebody has looked already"],
] as const)("%s about %j: %s", (kind, over, reason) => {
  expect(withheld(kind, { at: now.toISOString(), questions: [], desk: undefined, ...over })).toBe(reason);
});

test.each([
  ["message_received", {}, null],
  ["staff_message", {}, null],
  ["staff_message", undefined, "the message is gone"],
] as const)("%s about %j: %s", (kind, message, reason) => expect(withheld(kind, { message })).toBe(reason));

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
] as const)("%s about %o is withheld: %s %s", (kind, payload, found, reason) => {
  expect(withheld(kind, { payload, account: found, now })).toBe(reason);
});

test("an email about a booking that is gone is withheld", async () => {
  const email = { payload: {}, language: "en", recipient: "sofia@guest.test", booking_id: null };
  const about = await SENDINGS.booking_confirmation.read({} as never, email);
  expect(about.whyWithheld()).toBe("the booking is gone");
});

test.each([
  ["group_received", { request: {} }, null],
  ["group_received", {}, "it is over"],
  ["staff_group", { request: { state: "new" } }, null],
  ["staff_group", { request: { state: "closed" } }, "somebody has looked already"],
  ["group_quote", { quote: { standing: "open" } }, null],
  ["group_quote", { quote: { standing: "replaced" } }, "it is over"],
  ["group_accepted", { quote: { standing: "unpaid" } }, null],
  ["group_accepted", { quote: { standing: "paid" } }, "it is over"],
  ["group_reminder", { quote: { standing: "unpaid" } }, null],
  ["group_reminder", { quote: { standing: "over" } }, "it is over"],
  ["staff_group_answer", { quote: {} }, null],
  ["staff_group_answer", {}, "it is over"],
] as const)("%s about %j: %s", (kind, about, reason) => expect(withheld(kind, about)).toBe(reason));
