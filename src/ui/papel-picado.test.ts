import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cutEdgeSvg, flagPath, flagSprite, MOTIFS } from "./papel-picado-geometry.ts";

const file = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

test("the checked-in files are what the geometry cuts (npm run papel-picado)", () => {
  expect(file("papel-picado.svg")).toBe(flagSprite());
  expect(file("cut-edge.svg")).toBe(cutEdgeSvg());
});

test.each(MOTIFS)("%s stays a stencil: its holes lie inside the sheet and no number is broken", (motif) => {
  const path = flagPath(motif);
  expect(path).not.toMatch(/NaN|undefined|Infinity/);
  const [, ...holes] = path.split("M").slice(1);
  for (const hole of holes) {
    const [x = -1, y = -1] = hole.split(/[ LQAChavc]/).map(Number);
    expect(x).toBeGreaterThan(5);
    expect(x).toBeLessThan(95);
    expect(y).toBeGreaterThan(8);
    expect(y).toBeLessThan(112);
  }
});
