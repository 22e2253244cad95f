import { openDisputes } from "#tests/mocks/stripe/disputes.ts";
import type { Happened } from "#tests/mocks/stripe/objects.ts";
import { openPayouts } from "#tests/mocks/stripe/payouts.ts";
import { openRefunds } from "#tests/mocks/stripe/refunds.ts";
import { openSessions } from "#tests/mocks/stripe/sessions.ts";

/**
 * A merchant's account at Stripe, and what can happen there. Every change publishes Stripe's message about it; changes that its
 * documentation doesn't allow are refused.
 */
export function openAccount({ clock, origin, happened }: { clock: () => Date; origin: string; happened: Happened }) {
  const now = () => Math.floor(clock().getTime() / 1000);
  const sessions = openSessions({ now, origin, happened });
  const book = { now, happened, sessions };
  return { ...sessions, ...openRefunds(book), ...openDisputes(book), ...openPayouts(book) };
}
export type Account = ReturnType<typeof openAccount>;
