import { expect, test } from "vitest";
import { wrongDetails } from "#src/modules/sales/booking/rules/check-details.ts";
import { EMPTY_DETAILS } from "#src/modules/sales/booking/rules/details-form.ts";

const DEPARTURE = "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11";
const ANA = {
  first_name: "Ana",
  last_name: "Ríos",
  email: "ana@example.test",
  phone: "+52 55 1234 5678",
  country: "MX",
};

test("what the server takes has no errors, and what it refuses is said at its control", () => {
  const details = { ...EMPTY_DETAILS, ...ANA, agreed: true };
  expect(wrongDetails(details, DEPARTURE, "es")).toEqual([]);
  expect(wrongDetails({ ...details, email: "ana@", agreed: false }, DEPARTURE, "es")).toMatchObject([
    { id: "email" },
    { id: "agreed" },
  ]);
  expect(wrongDetails({ ...details, last_name: "" }, DEPARTURE, "es")).toMatchObject([{ id: "last_name" }]);
  expect(wrongDetails({ ...details, last_name: "", one_name: true }, DEPARTURE, "es")).toEqual([]);
});
