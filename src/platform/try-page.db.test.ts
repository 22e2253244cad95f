import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { openPool } from "#src/platform/db.server.ts";
import { PageTrial } from "#src/platform/try-page.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
let migrations = 0;
const migrate = () =>
  sql`insert into kysely_migration (name, timestamp) values (${`9${String(migrations++).padStart(3, "0")}_next`}, '')`.execute(
    database.services.db,
  );

/** A page whose answers are `statuses`, one after the other, and then the last again and again. */
function pageOf(...statuses: number[]) {
  const spy = vi.fn(async () => {
    const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!;
    return new Response("a page", { status });
  });
  return { asked: spy, trial: new PageTrial(database.services.pool, spy, 0) };
}

beforeEach(() => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  return () => errors.mockRestore();
});

test("a page that works is rendered once, and again only for another schema, on which it may fail", async () => {
  const { asked: request, trial } = pageOf(200, 500, 500, 200);
  for (let asks = 0; asks < 5; asks++) expect(await trial.fails()).toBe(false);
  expect(request).toHaveBeenCalledTimes(1);
  await migrate();
  expect(await trial.fails()).toBe(true);
  expect(await trial.fails()).toBe(true);
  expect(await trial.fails(), "as soon as it works").toBe(false);
  expect(await trial.fails()).toBe(false);
  expect(request).toHaveBeenCalledTimes(4);
});

test("a page that can't be rendered at the moment says nothing, and what was known stands", async () => {
  const { trial } = pageOf(503, 500, 503, 200, 503);
  const heard = [];
  for (let asks = 0; asks < 4; asks++) heard.push(await trial.fails());
  await migrate();
  heard.push(await trial.fails());
  expect(heard).toEqual([false, true, true, false, false]);
});

test("a database that doesn't answer says nothing either, and no page is rendered for it", async () => {
  const spy = vi.fn(async () => new Response("", { status: 500 }));
  const away = openPool("postgres://ronda@127.0.0.1:9/ronda", 1);
  expect(await new PageTrial(away, spy, 0).fails()).toBe(false);
  expect(spy).not.toHaveBeenCalled();
  await away.end();
});

test("whoever asks all the time has one page rendered, whether it works or fails", async () => {
  const spy = vi.fn(async () => new Response("", { status: 500 }));
  const trial = new PageTrial(database.services.pool, spy);
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => trial.fails())))).toEqual(new Set([true]));
  for (let asks = 0; asks < 50; asks++) expect(await trial.fails()).toBe(true);
  expect(spy).toHaveBeenCalledTimes(1);
});
