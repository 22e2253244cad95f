import { expect, test } from "vitest";
import { arrivals, saidAt, type Step, whereIs } from "#src/modules/evening/stops/rules/where.ts";

const night = {
  date: "2026-11-20",
  start_time: "20:00",
  time_zone: "America/Mexico_City",
  starts_at: new Date("2026-11-21T02:00:00Z"),
  ends_at: new Date("2026-11-21T07:00:00Z"),
};
const stop = (id: string, at: string, skipped = false) => ({ id, at, skipped });
const stops = [stop("a", "20:00"), stop("b", "21:30"), stop("c", "22:30"), stop("d", "00:30")];
const at = (clock: string) => new Date(`2026-11-21T${clock}:00Z`);
const step = (number: number, stop_id: string, clock: string, kind: Step["kind"] = "arrived"): Step => ({
  id: `${number}`,
  number,
  stop_id,
  kind,
  device_at: null,
  at: at(clock),
});

test.each([
  // nobody said anything: the plan, over midnight
  ["01:00", [], "before", null, "a"],
  ["02:00", [], "plan", "a", "b"],
  ["03:29", [], "plan", "a", "b"],
  ["03:30", [], "plan", "b", "c"],
  ["06:31", [], "plan", "d", null],
  ["07:00", [], "over", null, null],
  // what a guide says counts more than the plan, before the start too
  ["01:55", [step(1, "a", "01:50")], "at", "a", "b"],
  ["06:45", [step(1, "a", "02:00"), step(2, "b", "04:00")], "at", "b", "c"],
  // said on the night that it was moved from
  ["02:10", [{ ...step(1, "c", "00:00"), at: new Date("2026-11-20T19:59:00Z") }], "plan", "a", "b"],
  // taken back: the stop before
  ["04:05", [step(1, "a", "02:00"), step(2, "b", "04:00"), step(3, "b", "04:01", "undone")], "at", "a", "b"],
  // and said again
  ["04:05", [step(1, "b", "04:00"), step(2, "b", "04:01", "undone"), step(3, "b", "04:02")], "at", "b", "c"],
  // one that was forgotten is passed
  ["04:40", [step(1, "a", "02:00"), step(2, "c", "04:30")], "at", "c", "d"],
  ["07:30", [step(1, "a", "02:00")], "over", null, null],
] as const)("at %s UTC with %j: %s", (clock, steps, state, current, next) => {
  const where = whereIs(night, { stops, steps }, at(clock));
  expect([where.state, where.current?.id ?? null, where.next?.id ?? null]).toEqual([state, current, next]);
});

test("the rows say the same in any order, and any number of times", () => {
  const steps = [step(1, "a", "02:00"), step(2, "b", "03:40"), step(3, "b", "03:41", "undone"), step(4, "b", "03:50")];
  const expected = whereIs(night, { stops, steps }, at("04:00"));
  expect(expected).toMatchObject({ state: "at", current: { id: "b" }, since: at("03:50") });
  for (const shuffled of [steps.toReversed(), [...steps, ...steps], [steps[2]!, steps[0]!, steps[3]!, steps[1]!]])
    expect(whereIs(night, { stops, steps: shuffled }, at("04:00"))).toEqual(expected);
});

test("what a phone kept and sent late counts when it was said, and nothing said on another night does", () => {
  const late = { ...step(3, "b", "04:30", "undone"), device_at: at("03:30") };
  const steps = [step(1, "a", "02:00"), step(2, "b", "03:40"), late];
  expect(whereIs(night, { stops, steps }, at("04:40"))).toMatchObject({ current: { id: "b" }, since: at("03:40") });
  const before = { ...step(4, "c", "00:00"), at: new Date("2026-11-20T19:59:00Z") };
  expect([...arrivals(night, [before, ...steps]).keys()]).toEqual(["a", "b"]);
});

test("a skipped stop is neither next nor where the plan has the group, but stays where the group is", () => {
  const skipping = [stops[0]!, stop("b", "21:30", true), stops[2]!];
  expect(whereIs(night, { stops: skipping, steps: [] }, at("04:00"))).toMatchObject({
    current: { id: "a" },
    next: { id: "c" },
  });
  expect(whereIs(night, { stops: skipping, steps: [step(1, "b", "03:30")] }, at("04:00")).current?.id).toBe("b");
});

test.each([
  [null, "04:00"],
  [at("03:10"), "03:10"],
  // clocks that are wrong: ahead, or hours behind
  [at("06:00"), "04:00"],
  [new Date("2026-11-20T21:00:00Z"), "04:00"],
])("a step of %s that came at 04:00 was made at %s", (device_at, clock) =>
  expect(saidAt({ device_at, at: at("04:00") })).toEqual(at(clock)),
);
