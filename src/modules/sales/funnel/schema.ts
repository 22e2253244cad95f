import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";

/** A page's report that its visitor chose a night. */
export const CountChoice = z.strictObject({ language: z.enum(LOCALES, "errors.language").describe("the page's") });

export const ChoiceCounted = z.object({
  counted: z.boolean().describe("false for programs, and for whoever asks not to be tracked"),
});
