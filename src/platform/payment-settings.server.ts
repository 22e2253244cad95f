import { z } from "zod";

/** An operator's Stripe keys. `apiUrl` overrides the API's address; null for Stripe's own. */
export type StripeKeys = { secretKey: string; webhookSecrets: string[]; apiUrl: string | null };
export type PaypalKeys = { clientId: string; clientSecret: string; webhookId: string; apiUrl: string };
export type PaymentKeys = { stripe: StripeKeys | null; paypal: PaypalKeys | null };
/** No company configured. */
export const NO_KEYS: PaymentKeys = { stripe: null, paypal: null };
/** An invalid setting, with the rest of the sentence `Setting NAME: …`. */
export type WrongSetting = { name: string; message: string };

export const PAYPAL_HOSTS = { sandbox: "https://api-m.sandbox.paypal.com", live: "https://api-m.paypal.com" } as const;

const address = z
  .url({ protocol: /^https?$/, error: "must be an address like https://api.example" })
  .transform((url) => new URL(url).origin)
  .optional();
const webhookSecret = z.string().regex(/^whsec_\S+$/, "must begin with whsec_");

const Keys = z.object({
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, "must begin with sk_test_, rk_test_, sk_live_ or rk_live_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: webhookSecret.optional(),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: webhookSecret.optional(),
  STRIPE_API_URL: address,
  PAYPAL_CLIENT_ID: z.string().min(1).optional(),
  PAYPAL_CLIENT_SECRET: z.string().min(1).optional(),
  PAYPAL_WEBHOOK_ID: z.string().min(1).optional(),
  PAYPAL_API_URL: address,
});
type KeySettings = z.infer<typeof Keys>;

/** Settings that are required together, one group per line. */
const TOGETHER: (keyof KeySettings)[][] = [
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"],
];

/**
 * Reads the payment providers' keys and checks them against how payments run (rule payments-10): `live` refuses test keys, `sandbox` live
 * ones. `live` without any takes money by hand only (docs/decisions/142). PayPal's keys don't show which they are: there the API address decides.
 */
export function readPaymentKeys(
  environment: Record<string, string | undefined>,
  mode: "sandbox" | "live",
): { keys: PaymentKeys; wrong: WrongSetting | null } {
  const parsed = Keys.safeParse(environment);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { keys: NO_KEYS, wrong: { name: String(issue?.path[0]), message: issue?.message ?? "is wrong" } };
  }
  const keys = parsed.data;
  const wrong = halfGiven(keys) ?? unfit(keys, mode);
  return wrong ? { keys: NO_KEYS, wrong } : { keys: keysOf(keys, mode), wrong: null };
}

function halfGiven(keys: KeySettings): WrongSetting | null {
  for (const line of TOGETHER) {
    const missing = line.find((name) => !keys[name]);
    const there = line.find((name) => keys[name]);
    if (missing && there) return { name: missing, message: `is needed together with ${there}` };
  }
  return null;
}

function unfit(keys: KeySettings, mode: "sandbox" | "live"): WrongSetting | null {
  const { STRIPE_SECRET_KEY: key, PAYPAL_CLIENT_ID: paypal, PAYPAL_API_URL: url } = keys;
  const other = mode === "live" ? "test" : "live";
  if (key?.includes(`_${other}_`))
    return { name: "STRIPE_SECRET_KEY", message: `is a ${other} key, but PAYMENTS_MODE is ${mode}` };
  const otherHost = mode === "live" ? PAYPAL_HOSTS.sandbox : PAYPAL_HOSTS.live;
  if (paypal && url === otherHost)
    return { name: "PAYPAL_API_URL", message: `is PayPal's ${other} address, but PAYMENTS_MODE is ${mode}` };
  return null;
}

const PAYPAL_PAGES: Record<string, string> = {
  [PAYPAL_HOSTS.sandbox]: "https://www.sandbox.paypal.com",
  [PAYPAL_HOSTS.live]: "https://www.paypal.com",
};

/** Origins of the configured providers' payment pages. With another API address the pages are there too. */
export const payPages = ({ stripe, paypal }: PaymentKeys): string[] => [
  ...(stripe ? [stripe.apiUrl ?? "https://checkout.stripe.com"] : []),
  ...(paypal ? [PAYPAL_PAGES[paypal.apiUrl] ?? paypal.apiUrl] : []),
];

const keysOf = (keys: KeySettings, mode: "sandbox" | "live"): PaymentKeys => ({
  stripe: keys.STRIPE_SECRET_KEY
    ? {
        secretKey: keys.STRIPE_SECRET_KEY,
        webhookSecrets: [keys.STRIPE_WEBHOOK_SECRET!, keys.STRIPE_WEBHOOK_SECRET_PREVIOUS].filter(
          (secret) => secret !== undefined,
        ),
        apiUrl: keys.STRIPE_API_URL ?? null,
      }
    : null,
  paypal: keys.PAYPAL_CLIENT_ID
    ? {
        clientId: keys.PAYPAL_CLIENT_ID,
        clientSecret: keys.PAYPAL_CLIENT_SECRET!,
        webhookId: keys.PAYPAL_WEBHOOK_ID!,
        apiUrl: keys.PAYPAL_API_URL ?? PAYPAL_HOSTS[mode],
      }
    : null,
});
