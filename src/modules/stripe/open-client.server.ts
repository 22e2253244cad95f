import Stripe from "stripe";
import type { StripeKeys } from "#src/platform/payment-settings.server.ts";

/**
 * The client for an operator's account; makes no call yet. The API version is pinned here instead of in the account, so that
 * changing it changes this line.
 */
export function openClient({ secretKey, apiUrl }: StripeKeys): Stripe {
  return new Stripe(secretKey, {
    apiVersion: "2026-10-28.endive",
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...(apiUrl ? hostOptions(new URL(apiUrl)) : {}),
  });
}

const hostOptions = ({ protocol, hostname, port }: URL) => ({
  protocol: protocol === "http:" ? ("http" as const) : ("https" as const),
  host: hostname,
  port: port || (protocol === "http:" ? 80 : 443),
});
