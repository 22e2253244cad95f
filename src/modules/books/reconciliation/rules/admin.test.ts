import { expect, test } from "vitest";
import { refusalText, thingsToDo } from "#src/modules/books/reconciliation/rules/admin.ts";

const nothing = { reviews: [], disputes: [], banks: [], refunds: [], messages: [], runs: [], books: { proof: null } };
const run = (lookedAt: string | null, ...mended: boolean[]) => ({
  lookedAt,
  differences: mended.map((one) => ({ mended: one })),
});

test.each([
  ["nothing", {}, 0],
  ["a review and a dispute", { reviews: [{}], disputes: [{}] }, 2],
  ["a bank that takes too long", { banks: [{}] }, 1],
  [
    "refunds for a person and those that failed, none that is on its way",
    { refunds: [{ status: "manual" }, { status: "failed" }, { status: "submitted" }] },
    2,
  ],
  ["each difference of the books", { books: { proof: { differences: 3 } } }, 3],
  ["no books that are right", { books: { proof: { differences: 0 } } }, 0],
  ["only the message that alarms", { messages: [{ alarming: true }, { alarming: false }] }, 1],
  ["a day that nobody has looked at", { runs: [run(null, false)] }, 1],
  [
    "no day that was looked at, put itself right or agrees",
    { runs: [run("now", false), run(null, true), run(null)] },
    0,
  ],
])("%s needs somebody: %#", (_, some, count) => {
  expect(thingsToDo({ ...nothing, ...some })).toBe(count);
});

test.each([
  ["note_missing", "reconciliation.refused.noteMissing"],
  ["not_manual", "reconciliation.refused.changed"],
  ["constructor_x", "reconciliation.refused.changed"],
])("%s reads %s", (reason, id) => {
  expect(refusalText(reason)).toBe(id);
});
