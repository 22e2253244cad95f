import { expect, test } from "vitest";
import { errorsIn } from "#src/modules/booking/rules/check-details.ts";
import { EMPTY_DETAILS } from "#src/modules/booking/rules/details-form.ts";

const of = { departureId: "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11", language: "es" } as const;
const ANA = {
  first_name: "Ana",
  last_name: "Ríos",
  email: "ana@example.test",
  phone: "+52 55 1234 5678",
  country: "MX",
};

test("what the server takes has no errors, and what it refuses is said at its control", () => {
  const details = { ...EMPTY_DETAILS, ...ANA, agreed: true };
  expect(errorsIn(details, of)).toEqual([]);
  expect(errorsIn({ ...details, email: "ana@", agreed: false }, of)).toMatchObject([{ id: "email" }, { id: "agreed" }]);
  expect(errorsIn({ ...details, last_name: "" }, of)).toMatchObject([{ id: "last_name" }]);
  expect(errorsIn({ ...details, last_name: "", one_name: true }, of)).toEqual([]);
});
