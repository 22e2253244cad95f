import type { JobHelpers } from "graphile-worker";
import { expect, test } from "vitest";
import { NIGHTLY } from "#src/kernel/job-order.ts";
import { cronItems, taskList } from "#src/wiring.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { seedMinimal } from "#tests/seeds.ts";

// What the schedule brings once a night is watched (docs/decisions/140): each by its name, and no other.

const database = freshDatabase();

/** How often a schedule is due on a Friday in November. */
const timesADay = ({ match }: (typeof cronItems)[number]) =>
  Array.from({ length: 24 * 60 }, (_, minute) =>
    match({ min: minute % 60, hour: Math.floor(minute / 60), date: 20, month: 11, dow: 5 }),
  ).filter(Boolean).length;

test("the nightly jobs are those that the schedule brings once a day", () => {
  const daily = cronItems.filter((item) => timesADay(item) === 1).map(({ task }) => task);
  expect(daily.toSorted()).toEqual([...NIGHTLY]);
});

test("each of them notes that it went well", async () => {
  await seedMinimal(database.services.db);
  const tasks = taskList(database.services);
  const tools = { job: { attempts: 1 } } as JobHelpers;
  for (const name of NIGHTLY) await tasks[name]!({}, tools);
  const noted = await database.services.db.selectFrom("nightly_jobs").selectAll().orderBy("name").execute();
  expect(noted.map(({ name }) => name)).toEqual([...NIGHTLY]);
  for (const { name, ok_at, failing_since } of noted) {
    expect(ok_at?.getTime(), name).toBeGreaterThan(NOON.getTime() - 1e12);
    expect(failing_since, name).toBeNull();
  }
});
