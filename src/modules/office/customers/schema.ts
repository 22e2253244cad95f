import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { isUuid } from "#src/kernel/codes.ts";
import type { Money } from "#src/kernel/money.ts";

const reference = z.string().refine(isUuid).nullable().catch(null);

/** Query parameters of the customer list: `before` and `open` are booking ids, so that no email address is in a URL. */
export const CustomerQuery = z.object({
  q: z.string().overwrite(toOneLine).max(100).catch(""),
  before: reference,
  open: reference,
});
export type CustomerQuery = z.infer<typeof CustomerQuery>;

/** A customer; `contact` is their email address or, without one, their phone number; `id` is their newest booking. Instants are ISO 8601. */
export type Customer = {
  id: string;
  name: string;
  contact: string;
  country: string;
  account: boolean;
  bookings: number;
  confirmed: number;
  spent: Money[];
  last: string;
};

/** One of a customer's bookings with its departure. */
export type CustomerBooking = {
  id: string;
  reference: string;
  status: "pending" | "confirmed" | "cancelled";
  date: string;
  time: string;
  title: string;
  people: number;
  total: Money;
  stars: number | null;
  comment: string;
};

export type CustomerDetails = {
  customer: Customer;
  bookings: CustomerBooking[];
  messages: { id: string; subject: string; at: string; done: boolean }[];
};
