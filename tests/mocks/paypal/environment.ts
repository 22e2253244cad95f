import fs from "node:fs";
import path from "node:path";
import type { startPaypal } from "#tests/mocks/paypal/start-paypal.ts";

/** The environment that points a server of the product at a mock: as an operator would set it, with the mock's own root. */
export function environmentOf(paypal: Awaited<ReturnType<typeof startPaypal>>, folder: string): Record<string, string> {
  const rootFile = path.join(folder, "paypal-root.pem");
  fs.writeFileSync(rootFile, paypal.chain.root.pem);
  return {
    PAYPAL_CLIENT_ID: paypal.keys.clientId,
    PAYPAL_CLIENT_SECRET: paypal.keys.clientSecret,
    PAYPAL_WEBHOOK_ID: paypal.keys.webhookId,
    PAYPAL_API_URL: paypal.origin,
    NODE_EXTRA_CA_CERTS: rootFile,
  };
}
