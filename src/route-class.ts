const CLASSES: readonly [prefix: RegExp, name: string][] = [
  [/^\/(healthz|readyz|metrics)$/, "health"],
  [/^\/api(\/|$)/, "api"],
  [/^\/webhooks\//, "webhook"],
  [/^\/(assets|cards|pictures|uploads)\//, "file"],
  [/^\/sandbox\//, "sandbox"],
  [/^\/(es\/)?admin(\/|\.data|$)/, "admin"],
  [/^\/(es\/)?(checkout|booking-confirmation|bar|partner|desk)(\/|\.data|$)/, "checkout"],
  [
    /^\/(es\/)?(login|signup|sign-out|forgot-password|reset-password|verify-email|invitation|profile|bookings)(\/|\.data|$)/,
    "account",
  ],
];

/** The class that a request is counted under in the metrics: a small number, even if addresses are made up. `page` is everything else. */
export const routeClass = (path: string): string => CLASSES.find(([prefix]) => prefix.test(path))?.[1] ?? "page";
