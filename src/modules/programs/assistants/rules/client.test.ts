import { expect, test } from "vitest";
import { clientName } from "#src/modules/programs/assistants/rules/client.ts";

test.each([
  [["Concierge"], "Concierge"],
  [[undefined, "curl/8"], "curl/8"],
  [["", "curl/8"], "curl/8"],
  [["a\u0000b\nc\u202Ed"], "ab cd"],
  [["x".repeat(500)], "x".repeat(60)],
  [[{ name: "x" }, null], "unknown"],
  [[], "unknown"],
])("%o is called %s", (texts, name) => {
  expect(clientName(...texts)).toBe(name);
});
