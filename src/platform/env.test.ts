import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { BadSetting, readSettings } from "#src/platform/env.server.ts";

const PRODUCTION = {
  NODE_ENV: "production",
  PAYMENTS_MODE: "sandbox",
  BASE_URL: "https://ronda.example/",
  ADMIN_EMAILS: "owner@ronda.example",
  SMTP_URL: "smtp://mail.ronda.example",
};
const APP_SECRET = "a secret of this test, which is long enough";

test.each([
  [{ PORT: "70000" }, "Setting PORT: must be a whole number from 1 to 65535"],
  [{ PORT: "abc" }, "Setting PORT: must be a whole number from 1 to 65535"],
  // 4 s and the 5 s of the last answers fit into the ten of a stop
  [{ DRAIN_SECONDS: "5" }, "Setting DRAIN_SECONDS: must be a whole number from 0 to 4"],
  [{ DATABASE_URL: "mysql://x" }, "Setting DATABASE_URL"],
  [
    { DATABASE_URL: "postgres://a,b/x?target_session_attrs=standby" },
    "Setting DATABASE_URL: must lead to a server that",
  ],
  [{ DATABASE_DIRECT_URL: "postgres://a/x" }, "Setting DATABASE_DIRECT_URL: say the pooler's address"],
  [
    { DATABASE_URL: "postgres://a,b/x", DATABASE_DIRECT_URL: "postgres://a/x" },
    "Setting DATABASE_URL: must be one address of a pooler",
  ],
  [{ DATABASE_READ_URL: "postgres://b/x" }, "Setting DATABASE_READ_URL: say as DATABASE_URL"],
  [{ DATABASE_URL: "postgres://a/x", DATABASE_READ_URL: "b" }, "Setting DATABASE_READ_URL: must be one address"],
  [
    { DATABASE_URL: "postgres://a/x", DATABASE_READ_URL: "postgres://b,c/x" },
    "Setting DATABASE_READ_URL: must be one address",
  ],
  [{ BASE_URL: "ronda.test" }, "Setting BASE_URL"],
  [{ SITE: "atlantis" }, "Setting SITE: must be one of cdmx"],
  [{ SITE_ORIGINS: "https://oaxaca.example, oaxaca" }, "Setting SITE_ORIGINS: must be an address"],
  [{ ADMIN_EMAILS: "nobody" }, "Setting ADMIN_EMAILS"],
  [{ ROLE: "cook" }, "Setting ROLE"],
  [{ NODE_ENV: "production" }, "Setting PAYMENTS_MODE"],
  [{ NODE_ENV: "production", PAYMENTS_MODE: "sandbox", RONDA_SEED: "demo" }, "Setting RONDA_SEED"],
  [{ NODE_ENV: "production", PAYMENTS_MODE: "sandbox" }, "Setting BASE_URL"],
  [{ ...PRODUCTION, BASE_URL: "http://ronda.example" }, "Setting BASE_URL: it and"],
  [{ ...PRODUCTION, SITE_ORIGINS: "http://oaxaca.example" }, "Setting BASE_URL: it and"],
  [{ ...PRODUCTION, ADMIN_EMAILS: "" }, "Setting ADMIN_EMAILS: say whose"],
  [{ ...PRODUCTION, ADMIN_EMAILS: "owner@ronda.example, OPS@ronda.test" }, "Setting ADMIN_EMAILS: say whose"],
  [{ ...PRODUCTION, SMTP_URL: "" }, "Setting SMTP_URL: say"],
  [PRODUCTION, "Setting APP_SECRET: say"],
  [{ ...PRODUCTION, APP_SECRET: "short" }, "Setting APP_SECRET: must be"],
  [{ ...PRODUCTION, APP_SECRET: " ".repeat(40) }, "Setting APP_SECRET: must be"],
  [{ ...PRODUCTION, APP_SECRET: "x".repeat(40) }, "Setting APP_SECRET: must be"],
  [{ ...PRODUCTION, APP_SECRET, ADMIN_EMAILS: "lucia@ronda.test" }, "Setting ADMIN_EMAILS: say"],
  [{ ...PRODUCTION, APP_SECRET_FILE: "/dev/null" }, "Setting APP_SECRET_FILE: must hold"],
  [{ ...PRODUCTION, APP_SECRET_FILE: "/nowhere" }, "Setting APP_SECRET_FILE: must be a file"],
  [{ BACKUP_KEY: "age1zzzz" }, "Setting BACKUP_KEY: must be a key of age"],
  [{ S3_ENDPOINT: "ftp://s3.example" }, "Setting S3_ENDPOINT: must be an address"],
  [{ S3_ENDPOINT: "https://s3.example", S3_BUCKET: "ronda" }, "Setting S3_ACCESS_KEY_ID: is needed together with"],
  [{ S3_BUCKET: "Ronda!" }, "Setting S3_BUCKET: must be a bucket's name"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector" }, "Setting OTEL_EXPORTER_OTLP_ENDPOINT: must be an address"],
])("%o stops the start with a line that begins %s", (environment, line) => {
  expect(() => readSettings(environment)).toThrow(BadSetting);
  expect(() => readSettings(environment)).toThrow(line);
});

test("defaults serve the demo data on the sandbox", () => {
  const settings = readSettings({ SMTP_URL: "" });
  expect(settings).toMatchObject({ PORT: 3000, RONDA_SEED: "demo", PAYMENTS_MODE: "sandbox", production: false });
  expect(settings.BASE_URL).toBe("http://localhost:3000");
});

test("further site hosts are origins, whatever is written after them", () => {
  const { SITE_ORIGINS } = readSettings({ SITE_ORIGINS: "https://Oaxaca.example/, https://costa.example:8443" });
  expect(SITE_ORIGINS).toEqual(["https://oaxaca.example", "https://costa.example:8443"]);
});

test("production starts with an empty database", () => {
  const settings = readSettings({ ...PRODUCTION, APP_SECRET });
  expect(settings).toMatchObject({ RONDA_SEED: "empty", BASE_URL: "https://ronda.example", production: true });
});

test("production may say that it goes without", () => {
  const message = { BASE_URL: "http://10.0.0.7:3000", ALLOW_HTTP: "true", SMTP_URL: "", CAPTURE_EMAILS: "true" };
  expect(readSettings({ ...PRODUCTION, APP_SECRET, ...message }).production).toBe(true);
});

test("the signing secret is a variable or the content of a file", () => {
  expect(readSettings({}).appSecret).toBeNull();
  expect(readSettings({ ...PRODUCTION, APP_SECRET }).appSecret).toBe(APP_SECRET);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "ronda-secret-")), "secret");
  fs.writeFileSync(file, `${APP_SECRET}\n`);
  expect(readSettings({ ...PRODUCTION, APP_SECRET_FILE: file }).appSecret).toBe(APP_SECRET);
});
