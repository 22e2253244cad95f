import { expect, test } from "vitest";
import { hasOneName, lastNameOf } from "#src/kernel/one-name.ts";

test.each([
  ["nothing said", "", false, " "],
  ["spaces", "  ", false, " "],
  ["said to be all", "", true, ""],
  ["spaces, said to be all", " ​ ", true, ""],
  ["a last name all the same", "Ruiz", true, "Ruiz"],
])("a last name with %s", (_, last_name, one_name, expected) =>
  expect(lastNameOf({ last_name, one_name })).toBe(expected),
);

test("who has no name yet hasn't one alone", () => {
  expect(hasOneName({ first_name: "Suharto", last_name: "" })).toBe(true);
  expect(hasOneName({ first_name: "", last_name: "" })).toBe(false);
  expect(hasOneName({ first_name: "Ana", last_name: "Ruiz" })).toBe(false);
});
