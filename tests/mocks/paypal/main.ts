import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { environmentOf } from "#tests/mocks/paypal/environment.ts";
import { startPaypal } from "#tests/mocks/paypal/start-paypal.ts";

// `npm run dev:paypal`: the product in development, with the PayPal mock. Ends when the product ends.

const port = process.env["PORT"] ?? "3000";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-paypal-"));
const paypal = await startPaypal();
const webhook = `http://127.0.0.1:${port}/webhooks/paypal`;
paypal.delivers({ to: webhook, delayMs: 500 });
console.log(`PayPal's double
  its pages  ${paypal.origin}/checkoutnow?token=…
  messages   to ${webhook}`);

const product = spawn(process.execPath, ["src/main.ts", "--dev"], {
  stdio: "inherit",
  env: { ...process.env, ...environmentOf(paypal, folder) },
});
// the terminal signals both processes: wait for the product to exit
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => product.kill(signal));
product.once("exit", (code) => {
  fs.rmSync(folder, { recursive: true, force: true });
  void paypal.stop().then(() => process.exit(code ?? 0));
});
