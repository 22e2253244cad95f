import { spawn } from "node:child_process";
import { startStripe } from "#tests/mocks/stripe/serve-stripe.ts";

// `npm run dev:stripe`: the product in development, with the Stripe mock. Ends when the product ends.

const port = process.env["PORT"] ?? "3000";
const secretKey = "sk_test_double";
const webhookSecret = "whsec_double";
const stripe = await startStripe({ secretKey, webhookSecret, port: 12_111 });
const webhook = `http://127.0.0.1:${port}/webhooks/stripe`;
stripe.messages.sendTo(webhook);
console.log(`Stripe's double
  dashboard  ${stripe.origin}/dashboard
  messages   to ${webhook}`);

const product = spawn(process.execPath, ["src/main.ts", "--dev"], {
  stdio: "inherit",
  env: {
    ...process.env,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.origin,
  },
});
// the terminal signals both processes: wait for the product to exit
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => product.kill(signal));
product.once("exit", (code) => {
  void stripe.stop().then(() => process.exit(code ?? 0));
});
