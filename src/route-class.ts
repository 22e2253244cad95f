import { SIMULATION, SIMULATION_PAGES } from "#src/modules/base/settings/rules/payment-companies.ts";

const CLASSES: readonly [prefix: RegExp, name: string][] = [
  [/^\/(healthz|readyz|metrics)$/, "health"],
  [/^\/(api|octo|mcp)(\/|$)/, "api"],
  [/^\/oauth\/(register|token|revoke)$/, "api"],
  [/^\/webhooks\//, "webhook"],
  [/^\/(assets|cards|pictures|uploads)\//, "file"],
  [new RegExp(`^${SIMULATION_PAGES}/`), SIMULATION],
  [/^\/(es\/)?admin(\/|\.data|$)/, "admin"],
  [/^\/(es\/)?(checkout|booking-confirmation|bar|partner|desk)(\/|\.data|$)/, "checkout"],
  [
    /^\/(es\/)?(login|signup|sign-out|forgot-password|reset-password|verify-email|invitation|oauth|profile|bookings)(\/|\.data|$)/,
    "account",
  ],
];

/** The class that a request is counted under in the metrics: a small number, even if addresses are made up. `page` is everything else. */
export const routeClass = (path: string): string => CLASSES.find(([prefix]) => prefix.test(path))?.[1] ?? "page";
