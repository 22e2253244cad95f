import { expect, test } from "vitest";
import { z } from "zod";
import { toFieldErrors } from "#src/locales/field-errors.ts";

test("a field that is refused without a text of its own isn't right, whatever the library says of it", () => {
  const Form = z.object({
    name: z.string("errors.name"),
    target: z.string(),
    kind: z.union([z.literal("a"), z.literal("b")]),
  });
  expect(toFieldErrors(["target", "name", "kind"], Form.safeParse({}).error!.issues)).toEqual([
    { id: "target", message: "errors.invalid" },
    { id: "name", message: "errors.name" },
    { id: "kind", message: "errors.invalid" },
  ]);
});
