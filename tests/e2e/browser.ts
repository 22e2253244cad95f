import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";
import { nightly } from "#tests/tier.ts";

/** Whether the tests run in the full browser, as they do at night. Its windows cost half as much again as the shell's. */
const full = nightly || process.env["BROWSER"] === "full";

/** Debian's packages. `bootstrap.mjs` sees to it that one of them, or Playwright's own of that kind, is there. */
const INSTALLED = full ? "/usr/bin/chromium" : "/usr/bin/chromium-headless-shell";

/** How the tests start their browser: Chromium's headless shell, which draws and runs pages as the full one does. */
export const launchOptions: LaunchOptions = {
  ...(existsSync(INSTALLED) ? { executablePath: INSTALLED } : full ? { channel: "chromium" } : {}),
  args: [
    "--no-sandbox",
    // else the shell alone gives each letter of a loaded font a width in whole pixels, and lines break where no visitor's do
    "--font-render-hinting=none",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
