import { z } from "zod";

// apart from the other schemas, which forms at a counter would load with it
/** What is bought beside the places of a booking. */
export const ChosenAddOns = z
  .array(
    z.strictObject({
      id: z.uuid("errors.add_on_unknown"),
      quantity: z.int("errors.addOns").min(1, "errors.addOns").max(100, "errors.addOns"),
    }),
  )
  .max(50, "errors.addOns");
