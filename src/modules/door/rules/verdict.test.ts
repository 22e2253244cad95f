import { expect, test } from "vitest";
import { judgeAnswer, judgeScan, judgeUnlisted } from "#src/modules/door/rules/verdict.ts";
import type { DoorList, EventAnswer } from "#src/modules/door/schema.ts";

const LIST: DoorList = { version: "", now: "", salt: "", keys: {}, departures: [] };

test.each([
  ["of this night", "here", "unknown_ticket"],
  ["of another night", "there", "elsewhere"],
])("a genuine ticket %s that isn't on the phone is never told to be none", (_, departureId, reason) =>
  expect(judgeScan(LIST, "here", { genuine: true, ticketId: "t", departureId })).toMatchObject({
    kind: "wrong_night",
    reason,
  }),
);

const entry = { event: "x", at: "2026-11-21T02:00:00.000Z", by: "Ximena", device: "Door 2", id_seen: false };
const TOMORROW = { id: "n", date: "2026-11-21", start: "20:00", title: "Centro", title_es: null };
const answer = (over: Partial<EventAnswer>): EventAnswer => ({
  id: "mine",
  result: "refused",
  verdict: null,
  reason: null,
  entry: null,
  ...over,
});

test.each<[string, Partial<EventAnswer>, string, string]>([
  ["stored", { result: "stored" }, "admitted ok", "admitted ok"],
  ["known, and it counts", { result: "known", entry: { ...entry, event: "mine" } }, "admitted ok", "admitted ok"],
  ["known, but another counts", { result: "known", entry }, "already_in inside", "already_in inside"],
  ["known, and taken back", { result: "known" }, "wrong_night unrecorded", "wrong_night unrecorded"],
  ["another was earlier", { result: "double", entry }, "already_in inside", "already_in inside"],
  ["refused without a verdict", {}, "wrong_night unrecorded", "wrong_night unrecorded"],
  ["unpaid", { verdict: "no_place", reason: "unpaid" }, "no_place unpaid", "no_place unpaid"],
  [
    "of tomorrow",
    { verdict: "wrong_night", reason: "later_night" },
    "wrong_night later_night",
    "wrong_night elsewhere",
  ],
  [
    "of tomorrow, which is named",
    { verdict: "wrong_night", reason: "later_night", night: TOMORROW },
    "wrong_night later_night",
    "wrong_night later_night",
  ],
  [
    "of a night that is off",
    { verdict: "no_place", reason: "night_cancelled" },
    "no_place night_cancelled",
    "wrong_night elsewhere",
  ],
  [
    "of a ticket that is gone",
    { verdict: "not_genuine", reason: "unknown_ticket" },
    "not_genuine unknown_ticket",
    "wrong_night unknown_ticket",
  ],
])("an answer: %s", (_, over, listed, unlisted) => {
  const said = [judgeAnswer, judgeUnlisted].map((judge) => {
    const { kind, reason } = judge(answer(over));
    return `${kind} ${reason}`;
  });
  expect(said).toEqual([listed, unlisted]);
});
