import vm from "node:vm";
import { expect, test } from "vitest";
import { EARLY_CHOICE, followsChoice } from "#src/kernel/language-choice.ts";

test.each([
  ["/", true],
  ["/login", true],
  ["/login/code", true],
  ["/checkout", true],
  ["/es", false],
  ["/es/login", false],
  ["/faq", false],
  ["/crawls/mexico-city", false],
  ["/bookings/1", false],
])("%s follows the choice: %s", (path, follows) => expect(followsChoice(path)).toBe(follows));

/** Runs the statements in a page at an address; returns where they lead and what cookie they write. */
function run({ pathname, stored, cookie = "" }: { pathname: string; stored: string | null; cookie?: string }) {
  let led: string | null = null;
  const document = { cookie };
  const location = { pathname, search: "?a=1", hash: "#b", replace: (to: string) => (led = to) };
  const localStorage = { getItem: () => stored };
  vm.runInNewContext(EARLY_CHOICE, { document, location, localStorage, addEventListener: () => {} });
  return { led, cookie: document.cookie.split(";")[0] };
}

test("a choice whose cookie is gone is written anew, and leads on where an address says no language", () => {
  expect(run({ pathname: "/login", stored: "es" })).toEqual({ led: "/es/login?a=1#b", cookie: "language=es" });
  expect(run({ pathname: "/", stored: "es" })).toEqual({ led: "/es?a=1#b", cookie: "language=es" });
  expect(run({ pathname: "/faq", stored: "es" })).toEqual({ led: null, cookie: "language=es" });
  expect(run({ pathname: "/login", stored: "en" })).toEqual({ led: null, cookie: "language=en" });
  expect(run({ pathname: "/login", stored: "es", cookie: "language=en" })).toEqual({
    led: null,
    cookie: "language=en",
  });
  for (const stored of [null, "", "fr", "es;x"])
    expect(run({ pathname: "/login", stored })).toEqual({ led: null, cookie: "" });
});
