import { z } from "zod";
import { isOneLine } from "#src/kernel/plain-text.ts";

/** Who comes, by the position of each ticket; `version` is the booking's that was shown. */
export const NameGuests = z.strictObject({
  version: z.int("errors.invalid"),
  names: z
    .array(
      z.strictObject({
        position: z.int("errors.guest_not_found"),
        name: z.string("errors.name").trim().max(80, "errors.tooLong").refine(isOneLine, "errors.control"),
      }),
    )
    .max(100, "errors.people"),
});
export type NameGuests = z.infer<typeof NameGuests>;

/** A ticket as the API gives it to who may see the booking's private half. */
export const TicketShape = z
  .object({
    id: z.uuid(),
    position: z.int().describe("from 1"),
    guest_name: z.string().describe("empty until it is given"),
    code: z.string().describe("six characters that can be typed at the door"),
    status: z.enum(["valid", "void"]),
    token: z.string().describe("what the QR code says: whoever shows it gets in"),
  })
  .meta({ id: "Ticket" });
