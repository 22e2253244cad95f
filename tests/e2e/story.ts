import { test as base } from "@playwright/test";
import { type OwnServer, complaintsOfServers, startOwnServer } from "#tests/e2e/own-server.ts";

/**
 * A browser test. Every worker of the runner has its own server and database, so concurrent tests don't take each other's
 * seats.
 */
export const test = base.extend<{ alone: void }, { server: Pick<OwnServer, "origin" | "folder">; origin: string }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await startOwnServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  origin: [({ server }, use) => use(server.origin), { scope: "worker" }],
  baseURL: ({ origin }, use) => use(origin),
  // the browser belongs to its worker: windows that a test left open would keep rendering and requesting during all later ones
  alone: [
    async ({ browser }, use, info) => {
      const before = new Set(browser.contexts());
      await use();
      const complaints = complaintsOfServers();
      if (info.status !== info.expectedStatus && complaints !== "")
        await info.attach("server", { body: complaints, contentType: "text/plain" });
      const left = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(left.map((context) => context.close()));
    },
    { auto: true },
  ],
});

export { expect, type Browser, type Locator, type Page, type Request, type Response } from "@playwright/test";
