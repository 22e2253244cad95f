import { expect, test } from "vitest";
import { senderLine } from "#src/platform/email.server.ts";

test.each([
  ["hola@noches.mx", "Noches <hola@noches.mx>"],
  ["Ronda <hola@ronda.test>", "Noches <hola@ronda.test>"],
  ['"Ronda" <hola@noches.mx>', "Noches <hola@noches.mx>"],
  ["Reservas de Noches <hola@noches.mx>", "Reservas de Noches <hola@noches.mx>"],
])("emails by “Noches” come from %s as %s", (from, expected) => expect(senderLine(from, "Noches")).toBe(expected));

test("a name can't end the header that it stands in", () =>
  expect(() => senderLine("hola@noches.mx", "Noches\r\nBcc: someone@else.test")).toThrow("control character"));
