import { expect, test } from "vitest";
import { mayMail } from "#src/platform/limit-mail.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const may = (kind: string, email: string) =>
  database.services.db.transaction().execute((tx) => mayMail(database.ctx(), tx, kind, email));

test("a mailbox gets five emails of a kind and fifteen in all an hour, however its address is written", async () => {
  const spellings = [
    "sofia@gmail.com",
    "S.o.fia@gmail.com",
    "sofia+1@gmail.com",
    "sofia+2@googlemail.com",
    "sofia@gmail.com",
  ];
  const answers: boolean[] = [];
  for (const kind of ["one", "two", "three", "four"])
    for (const email of [...spellings, "so.fia+3@gmail.com"]) answers.push(await may(kind, email));
  const five = [...Array<boolean>(5).fill(true), false];
  expect(answers).toEqual([...five, ...five, ...five, ...Array<boolean>(6).fill(false)]);
  expect(await may("four", "other@gmail.com")).toBe(true);
});
