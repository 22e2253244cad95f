import { expect, test } from "vitest";
import { nameStatement } from "#src/platform/name-statement.server.ts";

test.each([
  [{ name: "take-hold", text: "with taken as (update …)" }, "take-hold"],
  ['select "id" from "bookings" where "email" = $1', "select bookings"],
  [{ text: "insert into payments (id) values ($1)" }, "insert payments"],
  ['select "id", exists (select from "lines" where "booking_id" = "b"."id") from "bookings" as "b"', "select bookings"],
  ["UPDATE scheduled_crawls set spots = 1", "update scheduled_crawls"],
  ["with due as (select id from refunds) update refunds set x = 1", "with refunds"],
  ["select graphile_worker.add_job($1)", "select"],
  ["/* planned each time */ select 1 from graphile_worker.jobs", "select graphile_worker"],
  ["begin", "begin"],
  ["select 1 where 'guest@ronda.test' = email", "select"],
  ["'guest@ronda.test'", "statement"],
  [undefined, "statement"],
])("%o is called %s", (input, name) => expect(nameStatement(input)).toBe(name));
