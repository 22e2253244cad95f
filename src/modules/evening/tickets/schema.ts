import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";

/** The guests' names, by the position of each ticket; `version` is the booking's version that the page showed. */
export const NameGuests = z.strictObject({
  version: z.int("errors.invalid"),
  names: z
    .array(
      z.strictObject({
        position: z.int("errors.guest_not_found"),
        name: z.string("errors.name").overwrite(toOneLine).max(80, "errors.tooLong"),
      }),
    )
    .max(100, "errors.people"),
});
export type NameGuests = z.infer<typeof NameGuests>;

/** A ticket in the API, for callers with access to the booking's private half. */
export const TicketShape = z
  .object({
    id: z.uuid(),
    position: z
      .int()
      .describe(
        "the guest's place in the booking, from 1; a void ticket may have the place of the one that replaced it",
      ),
    guest_name: z.string().describe("empty until it is given"),
    code: z.string().describe("six characters that can be typed at the door"),
    status: z.enum(["valid", "void"]),
    entered_at: z.iso.datetime().nullable().describe("when its holder went in; null while they haven't"),
    token: z.string().describe("what the QR code says: whoever shows it gets in"),
  })
  .meta({ id: "Ticket" });
