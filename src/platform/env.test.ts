import { expect, test } from "vitest";
import { BadSetting, readSettings } from "#src/platform/env.server.ts";

test.each([
  [{ PORT: "70000" }, "Setting PORT: must be a whole number from 1 to 65535"],
  [{ PORT: "abc" }, "Setting PORT: must be a whole number from 1 to 65535"],
  [{ DATABASE_URL: "mysql://x" }, "Setting DATABASE_URL"],
  [{ BASE_URL: "ronda.test" }, "Setting BASE_URL"],
  [{ SITE: "atlantis" }, "Setting SITE: must be one of cdmx"],
  [{ SITE_ORIGINS: "https://oaxaca.example, oaxaca" }, "Setting SITE_ORIGINS: must be an address"],
  [{ ADMIN_EMAILS: "nobody" }, "Setting ADMIN_EMAILS"],
  [{ ROLE: "cook" }, "Setting ROLE"],
  [{ NODE_ENV: "production" }, "Setting PAYMENTS_MODE"],
  [{ NODE_ENV: "production", PAYMENTS_MODE: "sandbox", RONDA_SEED: "demo" }, "Setting RONDA_SEED"],
  [{ NODE_ENV: "production", PAYMENTS_MODE: "sandbox" }, "Setting BASE_URL"],
  [{ PAYMENTS_MODE: "live" }, "Setting PAYMENTS_MODE"],
])("%o stops the start with a line that begins %s", (environment, line) => {
  expect(() => readSettings(environment)).toThrow(BadSetting);
  expect(() => readSettings(environment)).toThrow(line);
});

test("defaults serve the demo data on the sandbox", () => {
  const settings = readSettings({ SMTP_URL: "" });
  expect(settings).toMatchObject({ PORT: 3000, RONDA_SEED: "demo", PAYMENTS_MODE: "sandbox", production: false });
  expect(settings.BASE_URL).toBe("http://localhost:3000");
});

test("the seed is also known by its former name", () => {
  expect(readSettings({ RONDA_WORLD: "empty" }).RONDA_SEED).toBe("empty");
  expect(readSettings({ RONDA_WORLD: "empty", RONDA_SEED: "demo" }).RONDA_SEED).toBe("demo");
  expect(() => readSettings({ RONDA_WORLD: "atlantis" })).toThrow("Setting RONDA_SEED");
});

test("further site hosts are origins, whatever is written after them", () => {
  const { SITE_ORIGINS } = readSettings({ SITE_ORIGINS: "https://Oaxaca.example/, https://costa.example:8443" });
  expect(SITE_ORIGINS).toEqual(["https://oaxaca.example", "https://costa.example:8443"]);
});

test("production starts with an empty database", () => {
  const settings = readSettings({
    NODE_ENV: "production",
    PAYMENTS_MODE: "sandbox",
    BASE_URL: "https://ronda.example/",
  });
  expect(settings).toMatchObject({ RONDA_SEED: "empty", BASE_URL: "https://ronda.example", production: true });
});
