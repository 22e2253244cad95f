import { expect, test } from "vitest";
import { namedStatement } from "#src/platform/name-parameters.server.ts";

const TAKE = namedStatement("take", "update d set free = free - :people::int where id = :id and free >= :people");

test("parameters are numbered as they come, one that stands twice once, and casts are left alone", () => {
  expect(TAKE({ id: "d", people: 2, more: true })).toEqual({
    name: "take",
    text: "update d set free = free - $1::int where id = $2 and free >= $1",
    values: [2, "d"],
  });
});

test("a colon within a word is none", () => {
  const tagged = namedStatement("tagged", "select from v where tag = 'page:terms' and id = :id");
  expect(tagged({ id: 1 })).toMatchObject({ text: "select from v where tag = 'page:terms' and id = $1", values: [1] });
});

test("a hidden value is asked for in a subquery of its type", () => {
  const sweep = namedStatement("sweep", "delete from h where until <= :now and id = :id", { now: "timestamptz" });
  const text = "delete from h where until <= (select $1::timestamptz) and id = $2";
  expect(sweep({ now: 1, id: 2 })).toMatchObject({ text, values: [1, 2] });
});

test("a missing value is no null", () => {
  expect(() => TAKE({ id: "d" })).toThrow("take has no value for :people");
  expect(TAKE({ id: null, people: 1 }).values).toEqual([1, null]);
});
