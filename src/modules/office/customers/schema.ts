import type { Money } from "#src/kernel/money.ts";

/** A customer; `contact` is their email address or, without one, their phone number; `id` is their newest booking or, without one, what was imported of them. Instants are ISO 8601. */
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
  /** what has the customer's `id` */
  anchor: "booking" | "imported";
  /** of whoever was imported: from which system, with which tags */
  imported: { source: string; tags: string[]; language: string } | null;
  bookings: CustomerBooking[];
  messages: { id: string; subject: string; at: string; done: boolean }[];
};
