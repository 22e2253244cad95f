import { expect, test } from "vitest";
import { isTooMuch } from "#src/modules/programs/assistants/rules/caps.ts";

const NONE = { night: 0, client: 0, all: 0, seats: 40 };

test.each([
  ["a quarter of a night", {}, 10, false],
  ["more than a quarter", {}, 11, true],
  ["what is left of the quarter", { night: 8 }, 2, false],
  ["more than is left of it", { night: 8 }, 3, true],
  ["four places of a small night", { seats: 6 }, 4, false],
  ["five of them", { seats: 6 }, 5, true],
  ["the last of one program", { client: 58 }, 2, false],
  ["more than one program may", { client: 58 }, 3, true],
  ["the last of all", { all: 198 }, 2, false],
  ["more than all may", { all: 198 }, 3, true],
])("%s", (_, over, people, tooMuch) => {
  expect(isTooMuch({ ...NONE, ...over }, people)).toBe(tooMuch);
});
