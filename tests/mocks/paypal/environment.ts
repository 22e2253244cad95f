import fs from "node:fs";
import path from "node:path";
import type { startPaypal } from "#tests/mocks/paypal/start-paypal.ts";

/** What a server of the product is told so that it uses a double: as an operator would, with a root of the double's own. */
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
