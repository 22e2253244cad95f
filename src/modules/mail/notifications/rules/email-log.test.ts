import { expect, test } from "vitest";
import { type EmailKind, isPrivate, KINDS } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import {
  EMAIL_LIST,
  emailValuesIn,
  KIND_GROUPS,
  LOG_STATES,
  logStateOf,
  shownSubject,
  statusesOf,
} from "#src/modules/mail/notifications/rules/email-log.ts";

const filter = (query: string) => emailValuesIn(new URLSearchParams(query));
const NONE = EMAIL_LIST.values();

test.each([
  ["", {}],
  ["q=%20ana@guest.test%20", { q: "ana@guest.test" }],
  ["kind=refund_sent&status=failed&lang=es", { kind: "refund_sent", status: "failed", lang: "es" }],
  ["status=waiting&from=2026-11-01&to=2026-11-20", { status: "waiting", from: "2026-11-01", to: "2026-11-20" }],
  ["from=2026-11-20&to=2026-11-01", { from: "2026-11-01", to: "2026-11-20" }],
  ["to=2026-11-01", { to: "2026-11-01" }],
  ["night=019a0000-0000-7000-8000-00001a2b3c4d", { night: "019a0000-0000-7000-8000-00001a2b3c4d" }],
  ["night=tonight", {}],
  // what it can't be is ignored
  ["kind=toString&status=queued&lang=fr&from=2026-13-01&to=yesterday", {}],
  [`q=${"x".repeat(200)}`, { q: "x".repeat(100) }],
])("the filter of ?%s", (query, over) => {
  expect(filter(query)).toEqual({ ...NONE, ...over });
});

test("any of its parts makes it a filter", () => {
  expect(EMAIL_LIST.isFiltered(filter("older=x"))).toBe(false);
  for (const query of ["q=a", "kind=booking_link", "status=sent", "lang=en", "to=2026-11-01"])
    expect(EMAIL_LIST.isFiltered(filter(query)), query).toBe(true);
});

test("each stored status has one state of the log", () => {
  const statuses = ["queued", "sending", "sent", "retry", "failed", "withheld"];
  expect(statuses.map(logStateOf)).toEqual(["waiting", "waiting", "sent", "retry", "failed", "withheld"]);
  expect(LOG_STATES.flatMap(statusesOf).toSorted()).toEqual(statuses.toSorted());
});

test("every kind stands in one group", () => {
  expect(KIND_GROUPS.flatMap(({ kinds }) => kinds).toSorted()).toEqual(Object.keys(KINDS).toSorted());
  const groupOf = (kind: EmailKind) => KIND_GROUPS.find(({ kinds }) => kinds.includes(kind))?.group;
  expect(
    (["staff_letter", "booking_code", "role_offered", "staff_message", "account_reset"] as const).map(groupOf),
  ).toEqual(["guests", "guests", "accounts", "staff", "accounts"]);
});

test("whatever carries a secret is private, and a code's subject isn't told", () => {
  const secret = Object.entries(KINDS).filter(([, { payload }]) => "token" in payload.shape);
  expect(secret).toHaveLength(8);
  for (const [kind] of secret) expect(isPrivate(kind), kind).toBe(true);
  for (const kind of ["account_guessed", "account_second_factor", "partner_statement", "partner_statement_answered"])
    expect(isPrivate(kind), kind).toBe(true);
  for (const kind of ["booking_confirmation", "staff_letter", "message_answered", "staff_unpaid_places"])
    expect(isPrivate(kind), kind).toBe(false);
  expect(shownSubject({ kind: "booking_code", subject: "Your code: 123456" })).toBeNull();
  expect(shownSubject({ kind: "refund_sent", subject: "Your refund" })).toBe("Your refund");
});
