import { expect, test } from "vitest";
import { type FailedEmail, sortFailed, whyObsolete } from "#src/modules/mail/notifications/rules/failed.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const [PAST, AHEAD] = [new Date("2026-11-20T06:30:00Z"), new Date("2026-11-21T06:30:00Z")];
const email = (over: Partial<FailedEmail> = {}): FailedEmail => ({
  kind: "booking_confirmation",
  recipient: "ana@guest.test",
  link: "none",
  ends_at: AHEAD,
  is_replaced: false,
  server_was_away: true,
  ...over,
});

test.each([
  ["a confirmation before its night", {}, null],
  ["a confirmation at the end of its night", { ends_at: NOW }, "night_over"],
  ["a confirmation after its night", { ends_at: PAST }, "night_over"],
  ["a refund's email after the night", { kind: "refund_sent", ends_at: PAST }, null],
  ["a cancellation's email after the night", { kind: "booking_cancelled", ends_at: PAST }, null],
  ["an email about no booking", { kind: "account_exists", ends_at: null }, null],
  ["a link that is kept", { kind: "account_reset", ends_at: null, link: "kept" }, null],
  ["a link that is blanked", { kind: "account_reset", ends_at: null, link: "gone" }, "link_gone"],
  ["what was sent since", { is_replaced: true }, "is_replaced"],
  ["what was written to nobody any more", { recipient: "", is_replaced: true }, "nobody"],
] satisfies [string, Partial<FailedEmail>, ReturnType<typeof whyObsolete>][])("%s", (_, over, why) => {
  expect(whyObsolete(email(over), NOW)).toBe(why);
});

test("they are counted by what becomes of them, from the oldest on", () => {
  const emails = [
    { ...email(), created_at: AHEAD },
    { ...email({ server_was_away: false }), created_at: PAST },
    { ...email({ ends_at: PAST }), created_at: NOW },
    { ...email({ link: "gone" }), created_at: NOW },
    { ...email({ link: "gone", server_was_away: false }), created_at: NOW },
  ];
  const obsolete = { night_over: 1, link_gone: 2 };
  expect(sortFailed(emails, NOW)).toEqual({ away: 1, refused: 1, obsolete, since: PAST.toISOString() });
  expect(sortFailed([], NOW)).toEqual({ away: 0, refused: 0, obsolete: {}, since: null });
});
