import { create } from "qrcode";
import { expect, test } from "vitest";
import { contentOf, squaresOf } from "#src/modules/site/media/draw-qr.server.ts";

const DENSE = "V2.8K$Z%M0Q+4W-7T*N1B:5/XY2HJ9RD6.FCGLPVS3AEU".repeat(3);

test.each([DENSE, "https://ronda.test/bookings/1?token=abc", "1234567890123", "RONDA 12345678901234", "ñandú"])(
  "%s has the squares that the package chooses for it",
  (text) => {
    const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
    expect(squaresOf(text, "M")).toEqual({ size, dark: Uint8Array.from(data) });
  },
);

test("the mode is named for what is dense as a whole, and squares are computed once", () => {
  expect(contentOf(DENSE)).toEqual([{ data: DENSE, mode: "alphanumeric" }]);
  expect(contentOf("a".concat(DENSE))).toBe("a".concat(DENSE));
  expect(squaresOf(DENSE, "M")).toBe(squaresOf(DENSE, "M"));
  expect(squaresOf(DENSE, "Q").size).toBeGreaterThan(squaresOf(DENSE, "M").size);
});
