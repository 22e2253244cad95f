import { expect, test } from "vitest";
import { coalesce } from "#src/platform/coalesce.server.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("who asks while a read runs gets the next one, and all who wait share it", async () => {
  const ask = coalesce<number>();
  const waiting: (() => void)[] = [];
  let world = 1;
  let reads = 0;
  const read = async () => {
    const view = world;
    reads++;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return view;
  };
  const first = ask("departures", read);
  world = 2; // a booking is made after the first read began
  const crowd = Array.from({ length: 50 }, () => ask("departures", read));
  waiting[0]!();
  expect(await first).toBe(1);
  await settled();
  waiting[1]!();
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([2]));
  expect(reads).toBe(2);
});

test("other questions don't wait, a failure is not kept, and what has ended is read anew", async () => {
  const ask = coalesce<string>();
  const never = new Promise<string>(() => {});
  void ask("slow", () => never);
  expect(await ask("quick", async () => "quick")).toBe("quick");
  const failing = ask("broken", async () => {
    await settled();
    throw new Error("away");
  });
  const after = ask("broken", async () => "back");
  await expect(failing).rejects.toThrow("away");
  expect(await after).toBe("back");
  await settled();
  expect(await ask("quick", async () => "quicker")).toBe("quicker");
});
