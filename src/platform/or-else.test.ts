import { expect, test } from "vitest";
import { onTrial, orElse } from "#src/platform/or-else.server.ts";

test("what can't be read is replaced, and what can is given", async () => {
  expect(await orElse("x.unreadable", Promise.reject(new Error("no such table")), [])).toEqual([]);
  expect(await orElse("x.unreadable", Promise.resolve([1]), [])).toEqual([1]);
});

test("a database that is away ends the request, which is answered as a whole", async () => {
  const away = Object.assign(new Error("away"), { code: "ECONNREFUSED" });
  await expect(orElse("x.unreadable", Promise.reject(away), [])).rejects.toBe(away);
});

test("on trial, what the schema lacks is a failure of the release, and anything else is not", async () => {
  const failing = (code: string) => Promise.reject(Object.assign(new Error("read"), { code }));
  await expect(onTrial(() => orElse("x.unreadable", failing("42703"), []))).rejects.toThrow("read");
  expect(await onTrial(() => orElse("x.unreadable", failing("22P02"), []))).toEqual([]);
  expect(await orElse("x.unreadable", failing("42703"), [])).toEqual([]);
});
