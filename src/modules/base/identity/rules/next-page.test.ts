import fc from "fast-check";
import { expect, test } from "vitest";
import { sameOriginPath, startOf } from "#src/modules/base/identity/rules/next-page.ts";

test.each([
  "/",
  "/bookings",
  "/es",
  "/es/checkout?departure=1#x",
  "/faq?to=https://evil.example",
  "/login?next=//evil.example",
  "/a/../b",
  "/%2F%2Fevil.example",
  "/@evil.example",
])("after signing in %s is followed as it is", (next) => expect(sameOriginPath(next)).toBe(next));

test.each([
  ["/búsqueda?q=ñ", "/b%C3%BAsqueda?q=%C3%B1"],
  ["/\u3000/x", "/%E3%80%80/x"],
  ["/a b#c d", "/a%20b#c%20d"],
  ["/\ud800", "/%EF%BF%BD"],
])("%j is followed as a header can carry it", (next, carried) => expect(sameOriginPath(next)).toBe(carried));

test("whatever is asked for, a header can carry it, and it stays here", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.constantFrom("/", "\\", ".", "\u3000", "\ud800", "%"), fc.string()) }),
      (tail) => {
        const path = sameOriginPath(`/${tail}`);
        expect(new Headers({ location: path }).get("location")).toBe(path);
        expect(path).toMatch(/^[!-~]+$/);
        expect(new URL(path, "https://ronda.test").origin).toBe("https://ronda.test");
      },
    ),
  );
});

// paths that lead, or could lead, to another site in some browser (rule limits-6)
test.each([
  null,
  "",
  " ",
  "bookings",
  "https://evil.example",
  "http://evil.example",
  "HTTPS://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "//evil.example/..",
  "//evil.example@ronda.test",
  "//ronda.test@evil.example",
  "//2130706433/",
  "//[::1]/",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\\/evil.example",
  "//\\evil.example",
  "/a\\..\\b",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u0000//evil.example",
  "/\u0000/evil.example",
  "/\u007f/evil.example",
  "/\u0085/evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://evil.example/1",
  "file:///etc/passwd",
  "ftp://evil.example",
  "mailto:a@evil.example",
  "?next=//evil.example",
  "#//evil.example",
  ".//evil.example",
  "..//evil.example",
  "ronda.test.evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/%2e%2e//evil.example",
])("after signing in %j leads home", (next) => expect(sameOriginPath(next)).toBe("/"));

test.each([
  ["admin", "/admin"],
  ["bookkeeper", "/admin"],
  ["guide", "/admin/my-shifts"],
  ["customer", "/"],
  [null, "/"],
])("whoever is %s begins at %s", (role, path) => expect(startOf(role)).toBe(path));
