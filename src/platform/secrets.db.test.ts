import { expect, test } from "vitest";
import { sharedSecret, signingSecret } from "#src/platform/secrets.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const rowsOf = () => database.services.db.selectFrom("secrets").selectAll().where("name", "=", "app").execute();

test("the operator's signing secret is used as it is and never stored; without one the database keeps one", async () => {
  const { db } = database.services;
  expect(await signingSecret(db, { appSecret: "from the environment" })).toBe("from the environment");
  expect(await rowsOf()).toEqual([]);
  const own = await signingSecret(db, { appSecret: null });
  expect(own).toBe(await sharedSecret(db, "app"));
  expect(await rowsOf()).toMatchObject([{ value: own }]);
});
