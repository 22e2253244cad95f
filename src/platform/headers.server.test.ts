import { expect, test } from "vitest";
import { pageHeaders } from "#src/platform/headers.server.ts";

const framesOf = (may: Parameters<typeof pageHeaders>[4]) =>
  /frame-src ([^;]*)/.exec(pageHeaders([], "https://ronda.test", [], [], may)["content-security-policy"]!)?.[1];

test("frames are our own, and Instagram's posts where a page may show them", () => {
  expect(framesOf({})).toBe("'self'");
  expect(framesOf({ camera: true })).toBe("'self'");
  expect(framesOf({ posts: true })).toBe("'self' https://www.instagram.com/p/");
});
