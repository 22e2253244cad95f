import { expect, test } from "vitest";
import {
  confirmedFirst,
  contactAsShown,
  correctedFields,
  isSameAddress,
} from "#src/modules/sales/booking/rules/contact.ts";
import { contactFor } from "#src/modules/sales/booking/schema.ts";

const ana = { first_name: "Ana", last_name: "Ruiz", email: "ana@gmial.test", phone: "+52 55 1234 5678" };

test.each([
  [{}, []],
  [{ email: "ana@gmail.test" }, ["email"]],
  [{ email: "Ana@gmial.test" }, ["email"]],
  [{ phone: "55 1234 5678", first_name: "Anna" }, ["first_name", "phone"]],
])("%o corrects %j", (over, fields) => {
  expect(correctedFields(ana, { ...ana, ...over })).toEqual(fields);
});

test("what a form showed is told from any other contact", () => {
  expect(contactAsShown(ana)).toBe(contactAsShown({ ...ana }));
  expect(contactAsShown(ana)).not.toBe(contactAsShown({ ...ana, first_name: "Ana Ruiz", last_name: "" }));
});

test("an address is the same in any case", () => {
  expect([isSameAddress("Ana@Guest.test", "ana@guest.test"), isSameAddress("ana@guest.test", "an@guest.test")]).toEqual(
    [true, false],
  );
});

test.each([
  ["works, and the booker asks", { email: "a@b.test", isRefused: false, isBooker: true }, "old"],
  ["works, and somebody with the link asks", { email: "a@b.test", isRefused: false, isBooker: false }, "old"],
  ["is refused, and the booker asks", { email: "a@b.test", isRefused: true, isBooker: true }, "new"],
  ["is refused, and somebody with the link asks", { email: "a@b.test", isRefused: true, isBooker: false }, "old"],
  ["is none, and the booker asks", { email: "", isRefused: false, isBooker: true }, "new"],
  ["is none, and somebody with the link asks", { email: "", isRefused: false, isBooker: false }, "old"],
] as const)("where the old address %s, the %j first", (_, input, first) => {
  expect(confirmedFirst(input)).toBe(first);
});

test.each([
  [{ email: "a@b.test", phone: "+52 55 1234 5678" }, { email: "", phone: "" }, ["email", "phone"]],
  [{ email: "", phone: "+52 55 1234 5678" }, { email: "", phone: "+52 55 1234 5678" }, []],
  [{ email: "", phone: "+52 55 1234 5678" }, { email: "no address", phone: "+52 55 1234 5678" }, ["email"]],
  [{ email: "a@b.test", phone: "" }, { email: "a@b.test", phone: "" }, []],
])("of a booking with %o, the form's %o is refused in %j", (own, typed, fields) => {
  const read = contactFor({ last_name: "Ruiz", ...own }).safeParse({ first_name: "Ana", last_name: "Ruiz", ...typed });
  const refused = new Set((read.error?.issues ?? []).map(({ path, message }) => `${String(path[0])}: ${message}`));
  expect(refused).toEqual(new Set(fields.map((field) => `${field}: errors.${field}`)));
});

test.each([
  ["Ruiz", "", false],
  ["Ruiz", "Ruíz", true],
  ["", "", true],
  ["", "Ruiz", true],
])("a last name of %j may become %j: %s", (last_name, typed, accepted) => {
  const read = contactFor({ ...ana, last_name }).safeParse({ ...ana, last_name: typed });
  expect(read.success).toBe(accepted);
  if (!read.success) expect(read.error.issues[0]).toMatchObject({ path: ["last_name"], message: "errors.lastName" });
});
