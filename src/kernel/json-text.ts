import { z } from "zod";

/** A form's field that holds JSON of a shape, at most so many characters long. */
export const jsonText = <Shape extends z.ZodType>(shape: Shape, most: number) =>
  z
    .string()
    .max(most)
    .transform((written, refinement): unknown => {
      try {
        return JSON.parse(written);
      } catch {
        refinement.addIssue({ code: "custom", message: "no JSON" });
        return z.NEVER;
      }
    })
    .pipe(shape);
