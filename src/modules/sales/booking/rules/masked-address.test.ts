import { expect, test } from "vitest";
import { maskedAddress } from "#src/modules/sales/booking/rules/masked-address.ts";

test.each([
  ["lucia@gmail.com", "l•••@g•••.com"],
  ["l@g.mx", "l•••@g•••.mx"],
  ["sofia.navarro+ronda@mail.example.test", "s•••@m•••.test"],
  ["ñandú@ejemplo.test", "ñ•••@e•••.test"],
  ["", null],
  ["nobody", null],
  ["nobody@localhost", null],
])("%s is shown as %s", (email, expected) => expect(maskedAddress(email)).toBe(expected));
