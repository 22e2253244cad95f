import http from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { axe } from "#tests/e2e/axe.ts";
import { open, overflow, signIn } from "#tests/e2e/pages.ts";
import { startOwnServer } from "#tests/e2e/own-server.ts";
import { expect, test } from "#tests/e2e/story.ts";

test("another system is added, checks a test with the secret that is shown, and finds it in the log", async ({
  browser,
}) => {
  const bodies: { body: string; headers: Record<string, string> }[] = [];
  const receiver = http.createServer((request, answer) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      bodies.push({ body, headers: request.headers as Record<string, string> });
      answer.writeHead(204).end();
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const server = await startOwnServer({ WEBHOOKS_TO_PRIVATE: "true" });
  try {
    const page = await browser.newPage({ baseURL: server.origin, viewport: { width: 390, height: 844 } });
    await signIn(page, "admin@ronda.test");
    await open(page, "/admin/webhooks");
    await page.getByRole("link", { name: "Add an endpoint" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Check at least one.").first()).toBeVisible();
    await page.locator("#url").fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
    await page.locator("#description").fill("Channel manager");
    await page.getByLabel("Booking confirmed").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/\/admin\/webhooks\/[0-9a-f-]{36}/);

    await page.getByRole("button", { name: "Show the secret" }).click();
    const secret = await page.getByText(/^whsec_/).innerText();
    await page.getByRole("button", { name: "Send a test" }).click();
    await expect(page.getByText("It came.")).toBeVisible();
    const { body, headers } = bodies[0]!;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "webhook.test" });
    await expect(
      page.getByRole("region", { name: "Messages" }).getByText("Delivered", { exact: true }).last(),
    ).toBeVisible();
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await overflow(page)).toEqual([]);
      await axe(page);
    }
  } finally {
    await server.stop();
    receiver.close();
  }
});
