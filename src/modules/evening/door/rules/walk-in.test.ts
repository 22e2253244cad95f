import { expect, test } from "vitest";
import { sayWalkIn } from "#src/modules/evening/door/rules/walk-in.ts";

test.each([
  ["Walk-in", "Sin reserva"],
  ["Walk-in 3", "Sin reserva 3"],
  ["Sin reserva 12", "Sin reserva 12"],
  ["Walk-in Inés", "Walk-in Inés"],
  ["Walk-inga 3", "Walk-inga 3"],
  ["Inés Ruiz", "Inés Ruiz"],
  ["", ""],
])("%j is read in Spanish as %j", (name, expected) => {
  expect(sayWalkIn(name, ["Walk-in", "Sin reserva"], "Sin reserva")).toBe(expected);
});
