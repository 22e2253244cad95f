import { expect, test } from "vitest";
import { sayAge, saySize, sayShare } from "#src/modules/office/operations/rules/amounts.ts";

test.each([
  [0, "0 sec"],
  [119, "119 sec"],
  [120, "2 min"],
  [7199, "119 min"],
  [7200, "2 hr"],
  [172_800, "2 days"],
])("%d seconds are %s", (seconds, words) => expect(sayAge(seconds, "en")).toBe(words));

test.each([
  [512, "1 kB"],
  [12_345, "12 kB"],
  [7_400_000_000, "7.4 GB"],
  [68_400_000, "68 MB"],
  [2e12, "2 TB"],
])("%d bytes are %s", (bytes, words) => expect(saySize(bytes, "en")).toBe(words));

test("shares and ages in Spanish", () => expect([sayShare(0.872, "es"), sayAge(180, "es")]).toEqual(["87%", "3 min"]));
