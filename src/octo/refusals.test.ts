import { expect, test } from "vitest";
import { codeOf, statusOf } from "#src/octo/refusals.ts";

test.each([
  // well-formed, and not possible now
  ["key_limit", 429, "UNPROCESSABLE_ENTITY"],
  ["too_many_attempts", 429, "UNPROCESSABLE_ENTITY"],
  ["sold_out", 400, "UNPROCESSABLE_ENTITY"],
  ["subscription_off", 400, "UNPROCESSABLE_ENTITY"],
  ["invalid", 400, "BAD_REQUEST"],
  ["key_needed", 401, "UNAUTHORIZED"],
  ["scope_missing", 403, "FORBIDDEN"],
])("%s is %i %s", (reason, status, code) => {
  expect([statusOf(reason), codeOf(reason)]).toEqual([status, code]);
});
