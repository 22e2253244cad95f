import { readdirSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const root = (path: string) => new URL(`../../${path}`, import.meta.url);
const scenes = readdirSync(root("pictures")).map((file) => file.replace(/\.svg$/, ""));

test("every scene is printed in each width and format that a page may ask for (npm run pictures)", () => {
  const widths = [320, 640, 960, 1280];
  const expected = scenes.flatMap((scene) => widths.flatMap((w) => [`${scene}-${w}.avif`, `${scene}-${w}.webp`]));
  expect(readdirSync(root("public/pictures")).toSorted()).toEqual(expected.toSorted());
});

test("a hero weighs little enough for the first screen of a phone", () => {
  for (const scene of scenes.filter((name) => /-(wide|tall)$/.test(name))) {
    expect(statSync(root(`public/pictures/${scene}-960.avif`)).size, scene).toBeLessThan(60_000);
  }
});

test("a card stays under what every network accepts", () => {
  for (const card of readdirSync(root("public/cards"))) {
    expect(statSync(root(`public/cards/${card}`)).size, card).toBeLessThan(200_000);
  }
});
