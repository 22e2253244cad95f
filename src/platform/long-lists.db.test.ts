import { expect, test } from "vitest";
import { freshDatabase } from "#tests/database.ts";

// A statement has 65,535 parameters at most: a list of the product may have any length.

const database = freshDatabase();
const MANY = Array.from({ length: 70_000 }, (_, n) => `city-${n}`);

test("lists of any length are read and written by, one parameter each", async () => {
  const { db } = database.services;
  await db
    .insertInto("cities")
    .values(["city-7", "elsewhere"].map((id) => ({ id, name: id, time_zone: "America/Mexico_City" })))
    .execute();
  const cities = db.selectFrom("cities").select("id");
  expect(await cities.where("id", "in", MANY).execute()).toEqual([{ id: "city-7" }]);
  expect(await cities.where("id", "not in", MANY).execute()).toEqual([{ id: "elsewhere" }]);
  const written = await db
    .updateTable("cities")
    .set({ name: "Seven" })
    .where("id", "in", MANY)
    .returning("name")
    .execute();
  expect(written).toEqual([{ name: "Seven" }]);
});

test("short lists and none are as they were", async () => {
  const { db } = database.services;
  const cities = db.selectFrom("cities").select("id");
  expect(cities.where("id", "in", ["a", "b"]).compile().parameters).toEqual(["a", "b"]);
  expect(cities.where("id", "in", MANY).compile().parameters).toEqual([MANY]);
});
