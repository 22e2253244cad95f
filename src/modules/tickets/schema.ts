import { z } from "zod";

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
