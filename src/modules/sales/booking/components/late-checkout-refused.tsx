import { later } from "#src/ui/later.tsx";

/** Shown instead of a form; its code, and the nights that it offers, load at the first touch. */
export const CheckoutRefused = later(
  "checkout-refused",
  async () => (await import("#src/modules/sales/booking/components/checkout-refused.tsx")).CheckoutRefused,
  "touched",
);
