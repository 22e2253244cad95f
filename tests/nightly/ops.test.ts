import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { requestIdOf } from "#src/platform/request-id.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { install } from "#tests/install-packages.ts";
import { ownCertificate } from "#tests/own-certificate.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { freePort, startServer } from "#tests/servers.ts";
import { measured } from "#tests/tier.ts";

// The files in ops/, started: the proxies' samples before two servers that say what they were sent, the image's files alone as
// its own user on a root that can't be written, the rest by the programs that read such files. What is missing is installed
// (as root on Debian).

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const place = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-ops-"));
fs.chmodSync(place, 0o755);
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill(); // killed harder, nginx would leave its workers
  fs.rmSync(place, { recursive: true, force: true });
});

/** A server that answers with what it was sent, under its own name. */
async function echo(name: string): Promise<{ port: number; server: http.Server }> {
  const server = http.createServer((req, res) => {
    const { host } = req.headers;
    const forwarded = ["x-forwarded-for", "x-forwarded-proto", "forwarded"].map(
      (header) => req.headers[header] ?? null,
    );
    const id = req.headers["x-request-id"];
    // as the product does, only when it has all of the body
    req.resume().on("end", () => res.end(JSON.stringify({ name, host, forwarded, id })));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { port: (server.address() as AddressInfo).port, server };
}

type Echo = { name: string; host: string; forwarded: (string | null)[]; id: string };
type Answer = { status: number; location: string | undefined; text: string };

const ask = (port: number, url: string, { tls = true, body = "", host = "ronda.example" } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      host,
      "x-request-id": "a-clients-number",
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "gopher",
      forwarded: "for=203.0.113.9",
      ...(body ? { "content-length": Buffer.byteLength(body) } : {}),
    };
    const options = { port, host: "127.0.0.1", path: url, headers, method: body ? "POST" : "GET" };
    const take = (res: http.IncomingMessage) => {
      let text = "";
      res.on("data", (chunk: Buffer) => (text += chunk.toString()));
      res.on("end", () => resolve({ status: res.statusCode ?? 0, location: res.headers.location, text }));
    };
    const request = tls
      ? https.request({ ...options, servername: "ronda.example", rejectUnauthorized: false, agent: false }, take)
      : http.request({ ...options, agent: false }, take);
    request.on("error", reject);
    request.end(body);
  });

const { certificate, key } = ownCertificate("ronda.example");
const [CERTIFICATE, KEY] = [path.join(place, "cert.pem"), path.join(place, "key.pem")];

/** Each proxy: its sample with this test's ports and certificate, everything else as it stands there, and how it is started. */
const PROXIES = {
  nginx: (ports: Record<string, number>) => {
    const sample = fs
      .readFileSync("ops/nginx/ronda.conf", "utf8")
      .replaceAll(/^ *listen \[::\].*\n/gm, "")
      .replace("listen 80;", `listen ${ports["http"]};`)
      .replace("listen 443", `listen ${ports["https"]}`)
      .replace("127.0.0.1:3000", `127.0.0.1:${ports["one"]}`)
      .replace("127.0.0.1:3001", `127.0.0.1:${ports["two"]}`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${CERTIFICATE};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${KEY};`);
    const file = path.join(place, "nginx.conf");
    const frame = `daemon off; pid ${place}/nginx.pid; error_log ${place}/nginx.log; events {} http { access_log off; ${sample} }`;
    fs.writeFileSync(file, frame);
    return ["nginx", "-c", file];
  },
  caddy: (ports: Record<string, number>) => {
    const sample = fs
      .readFileSync("ops/caddy/Caddyfile", "utf8")
      .replace("\n{\n", `\n{\n\tadmin off\n\thttp_port ${ports["http"]}\n\thttps_port ${ports["https"]}\n`)
      .replace("\nronda.example {", `\nronda.example {\n\ttls ${CERTIFICATE} ${KEY}`)
      .replace("127.0.0.1:3000", `127.0.0.1:${ports["one"]}`)
      .replace("127.0.0.1:3001", `127.0.0.1:${ports["two"]}`);
    const file = path.join(place, "Caddyfile");
    fs.writeFileSync(file, sample);
    return ["caddy", "run", "--adapter", "caddyfile", "--config", file];
  },
};

/** Starts a proxy before two servers and waits until it answers. Returns its plain port and the one with TLS. */
async function startProxy(
  name: keyof typeof PROXIES,
  { one, two }: { one: number; two: number },
): Promise<[plain: number, secure: number]> {
  install({ nginx: "nginx-light", caddy: "caddy" });
  fs.writeFileSync(CERTIFICATE, certificate);
  fs.writeFileSync(KEY, key);
  const [plain, secure] = [await freePort(), await freePort()];
  const [program, ...words] = PROXIES[name]({ http: plain, https: secure, one, two });
  const child = spawn(program!, words, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: path.join(place, "home") },
  });
  started.push(child);
  let message = "";
  child.stderr.on("data", (chunk: Buffer) => (message += chunk.toString()));
  const answers = async () => expect((await ask(secure, "/").catch(() => ({ status: 0 }))).status, message).toBe(200);
  await vi.waitFor(answers, { timeout: 60_000 });
  return [plain, secure];
}

describe.each(["nginx", "caddy"] as const)("%s", (name) => {
  let [plain, secure] = [0, 0];
  let servers: Awaited<ReturnType<typeof echo>>[] = [];

  beforeAll(async () => {
    servers = await Promise.all([echo("one"), echo("two")]);
    const [one, two] = servers.map(({ port }) => port);
    [plain, secure] = await startProxy(name, { one: one!, two: two! });
  });
  afterAll(() => servers.map(({ server }) => server.close()));

  test("says itself who the client is, and passes on the host", async () => {
    const { text } = await ask(secure, "/es/crawls");
    const echoed = JSON.parse(text) as Echo;
    expect(echoed).toMatchObject({ host: "ronda.example", forwarded: ["127.0.0.1", "https", null] });
    // one that the product believes, and no client's
    expect(requestIdOf(echoed.id, 1)).toBe(echoed.id);
    expect(echoed.id).not.toBe("a-clients-number");
  });

  test("leads from http to https, shows no metrics and takes no body that is too large", async () => {
    expect(await ask(plain, "/crawls?x=1", { tls: false })).toMatchObject({
      status: 308,
      location: expect.stringMatching(/^https:\/\/ronda\.example(:\d+)?\/crawls\?x=1$/) as string,
    });
    expect((await ask(plain, "/", { tls: false, host: "evil.example" })).location ?? "").not.toContain("evil");
    expect((await ask(secure, "/metrics")).status).toBe(404);
    const { text } = await ask(secure, "/crawls", { body: "x".repeat(1_000_000) });
    expect(JSON.parse(text)).toMatchObject({ host: "ronda.example" });
    const large = await ask(secure, "/crawls", { body: "x".repeat(13_000_000) }).catch(() => ({ status: 0 }));
    expect([0, 413, 502]).toContain(large.status);
  });

  test("goes on with the server that is left", async () => {
    const names = async () =>
      (await Promise.all(Array.from({ length: 8 }, () => ask(secure, "/")))).map(({ status, text }) =>
        status === 200 ? (JSON.parse(text) as Echo).name : status,
      );
    servers[0]!.server.closeAllConnections();
    await new Promise((done) => servers[0]!.server.close(done));
    expect(await names()).toEqual(Array<string>(8).fill("two"));
  });
});

describe("a rolling restart of two servers", () => {
  const database = freshDatabase();
  let night = "";
  beforeAll(async () => {
    const { crawlId } = await seedMinimal(database.services.db);
    const date = Temporal.Now.plainDateISO().add({ days: 30 }).toString();
    night = await addDeparture(database.services.db, crawlId, { date, seats: 100_000 });
  });

  test.each(["nginx", "caddy"] as const)("behind %s cuts no request of a steady crowd", async (name) => {
    const [one, two] = [await freePort(), await freePort()];
    const settings = {
      DATABASE_URL: database.url,
      RONDA_SEED: "empty",
      ROLE: "web",
      BASE_URL: "https://ronda.example",
    };
    // as in production
    const serve = (port: number) =>
      startServer({ ...settings, TRUST_PROXY: "1", DRAIN_SECONDS: "3", PORT: String(port) });
    const servers = [await serve(one), await serve(two)];
    const [, secure] = await startProxy(name, { one, two });

    const agent = new https.Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false });
    const statuses: (number | string)[] = [];
    const done = new AbortController();
    const call = (url: string, body = "") =>
      new Promise<void>((resolve) => {
        const form = body ? { "idempotency-key": randomUUID(), "content-type": "application/json" } : {};
        const headers = {
          host: "ronda.example",
          ...form,
          ...(body ? { "content-length": Buffer.byteLength(body) } : {}),
        };
        const where = { host: "127.0.0.1", port: secure, path: url, servername: "ronda.example", agent };
        const heard = (how: number | string) => (statuses.push(how), resolve());
        const request = https.request({ ...where, headers, method: body ? "POST" : "GET" }, (res) => {
          res.resume().on("end", () => heard(res.statusCode ?? 0));
        });
        request.on("error", (error) => heard(`${url}: ${error.message}`));
        request.end(body);
      });
    const guest = async (url: string, body = "") => {
      while (!done.signal.aborted) {
        await call(url, body);
        await wait(25); // sleeps: they need not be as many as can be
      }
    };
    const booking = JSON.stringify(bookingInput(night, { number_of_people: 1 }));
    const crowd = Promise.all([
      ...["/", "/es", "/crawls", "/api/scheduled-crawls"].map((url) => guest(url)),
      ...Array.from({ length: 4 }, () => guest("/api/bookings", booking)),
    ]);
    for (const [i, port] of [one, two, one, two].entries()) {
      const before = statuses.length;
      await servers[i % 2]!.stop();
      servers[i % 2] = await serve(port);
      expect(statuses.length, "a crowd all the time").toBeGreaterThan(before + 100);
    }
    done.abort();
    await crowd;
    agent.destroy();
    await Promise.all(servers.map((server) => server.stop()));
    const cut = statuses.filter((status) => status !== 200 && status !== 201);
    measured(`a rolling restart behind ${name}: ${cut.length} of ${statuses.length} requests cut`);
    const log = path.join(place, `${name}.log`);
    expect(cut, fs.existsSync(log) ? fs.readFileSync(log, "utf8").slice(-4000) : "").toEqual([]);
  });
});

describe("the image", () => {
  const database = freshDatabase();
  const text = fs.readFileSync("ops/Dockerfile", "utf8");
  const words = (instruction: RegExp) => instruction.exec(text)![1]!.split(" ");

  test("holds all that its program needs, which writes nothing and isn't root's, and its health check knows", async () => {
    const root = path.join(place, "app");
    fs.mkdirSync(root);
    for (const [, file] of text.matchAll(/^COPY --from=build \/app\/(\S+)/gm))
      if (file !== "node_modules") execFileSync("cp", ["-a", file!, root]);
    // as `npm ci --omit=dev` leaves it, then without what the container file deletes
    const lock = JSON.parse(fs.readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const folders = Object.entries(lock.packages).flatMap(([folder, { dev }]) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(folder) && !dev && fs.existsSync(folder) ? [folder] : [],
    );
    execFileSync("cp", ["-a", "--parents", ...folders, root]);
    execFileSync("sh", ["-c", `rm -rf ${words(/rm -rf (.*)$/m).join(" ")}`], { cwd: root });
    execFileSync("chmod", ["-R", "a-w,a+rX", root]);
    const port = await freePort();
    const env = {
      PATH: "/usr/bin:/bin",
      PORT: String(port),
      BASE_URL: "https://ronda.example",
      ADMIN_EMAILS: "owner@ronda.example",
      APP_SECRET: "a secret of this test, which is long enough",
      PAYMENTS_MODE: "sandbox",
      SMTP_URL: "smtp://127.0.0.1:9",
      DATABASE_URL: database.url,
      UPLOADS_DIR: path.join(place, "no-such-folder"),
      ...Object.fromEntries(words(/^ENV (.*)$/m).map((word) => word.split("="))),
      DATA_DIR: path.join(place, "no-such-data"),
    };
    const [, ...command] = JSON.parse(/^CMD (.*)$/m.exec(text)![1]!) as string[];
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], ...nobody });
    started.push(child);
    let message = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (message += chunk.toString()));
    const [, ...check] = JSON.parse(/HEALTHCHECK .* CMD (.*)$/m.exec(text)![1]!) as string[];
    const healthy = (more: object = {}) => spawnSync(process.execPath, check, { env: { ...env, ...more } }).status;
    await expect
      .poll(() => (child.exitCode === null ? healthy() : message), { timeout: 60_000, interval: 500 })
      .toBe(0);
    expect(healthy({ PORT: "9" })).toBe(1);
    expect(healthy({ PORT: "9", ROLE: "worker" })).toBe(0);
    const home = await fetch(`http://127.0.0.1:${port}/`, { headers: { host: "ronda.example" } });
    expect(await home.text()).toContain("<html");
    expect(home.status).toBe(200);
    // the command line, as docs/operating.md has it in a container
    const temporary = path.join(place, "temporary");
    fs.mkdirSync(temporary);
    fs.chmodSync(temporary, 0o777);
    const ronda = (...verb: string[]) => {
      const surroundings = { cwd: root, env: { ...env, TMPDIR: temporary }, encoding: "utf8", ...nobody } as const;
      const { status, stderr, stdout } = spawnSync(process.execPath, ["src/cli.ts", ...verb], surroundings);
      return { status, stderr, stdout: stdout.length };
    };
    expect(ronda("check")).toMatchObject({ status: 0 });
    expect(ronda("backup", "--to", "-").stdout).toBeGreaterThan(1000);
    expect(ronda("verify-backup", "-")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^verify-backup needs the embedded PostgreSQL: .*\n$/) as string,
    });
    expect(fs.readdirSync(temporary)).toEqual([]);
    expect(fs.readdirSync(root).toSorted()).toEqual(["build", "db", "node_modules", "package.json", "public", "src"]);
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});

test("systemd reads its files without a complaint", () => {
  install({ "systemd-analyze": "systemd" });
  const units = { "ronda@web.service": "ronda@.service", "ronda-backup.service": "", "ronda-backup.timer": "" };
  const files = Object.entries(units).map(([name, from]) => {
    const unit = fs.readFileSync(`ops/systemd/${from || name}`, "utf8");
    // the program that is checked for is this one
    fs.writeFileSync(path.join(place, name), unit.replaceAll("/opt/ronda/node_modules/.bin/node", process.execPath));
    return path.join(place, name);
  });
  const read = ["verify", "--man=no", ...files];
  const { stdout, stderr, status } = spawnSync("systemd-analyze", read, { encoding: "utf8" });
  const about = (stdout + stderr).split("\n").filter((line) => line.includes("ronda"));
  expect({ about, status }).toEqual({ about: [], status: 0 });
});

test("compose reads its file", () => {
  install({ "docker-compose": "docker-compose" });
  const env = { ...process.env, APP_SECRET: "x".repeat(32), POSTGRES_PASSWORD: "secret" };
  const read = (input: NodeJS.ProcessEnv) =>
    spawnSync("docker-compose", ["-f", "ops/compose.yml", "config"], { encoding: "utf8", env: input });
  expect(read(env)).toMatchObject({ status: 0, stdout: expect.stringContaining("ROLE: worker") as string });
  const { APP_SECRET: _, ...without } = env;
  expect(read(without)).toMatchObject({ status: 1, stderr: expect.stringContaining("APP_SECRET") as string });
});

const BACKUP_ALERTS = `
rule_files: [${path.resolve("ops/prometheus/alerts.yml")}]
tests:
  - name: the database is away, which is another alert's
    interval: 1m
    input_series: [{ series: ronda_database_up, values: "0x30" }]
    alert_rule_test:
      - { eval_time: 20m, alertname: RondaBackupOld, exp_alerts: [] }
      - { eval_time: 20m, alertname: RondaDatabaseAway, exp_alerts: [{ exp_labels: { severity: alarm } }] }
  - name: none went well ever
    interval: 1m
    input_series:
      - { series: ronda_database_up, values: "1x30" }
      - { series: 'ronda_operation_timestamp_seconds{operation="backup"}', values: "1x30" }
    alert_rule_test:
      - eval_time: 20m
        alertname: RondaBackupOld
        exp_alerts: [{ exp_labels: { severity: alarm, check: backup_age, operation: backup } }]
  - name: one went well, two days ago
    interval: 1m
    input_series:
      - { series: ronda_database_up, values: "1x3200" }
      - { series: 'ronda_operation_ok_timestamp_seconds{operation="backup"}', values: "0x3200" }
    alert_rule_test:
      - { eval_time: 49h, alertname: RondaBackupOld, exp_alerts: [] }
      - { eval_time: 51h, alertname: RondaBackupOld, exp_alerts: [{ exp_labels: { severity: alarm, check: backup_age } }] }
`;

test("the alert of backups rings for old and missing ones, not for a database that is away", () => {
  install({ promtool: "prometheus" });
  const file = path.join(place, "backup-alerts.yml");
  fs.writeFileSync(file, BACKUP_ALERTS);
  const { stdout, stderr, status } = spawnSync("promtool", ["test", "rules", file], { encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
});

test("Prometheus reads the alerts", () => {
  install({ promtool: "prometheus" });
  const { stdout, stderr, status } = spawnSync("promtool", ["check", "rules", "ops/prometheus/alerts.yml"], {
    encoding: "utf8",
  });
  expect([stderr, status]).toEqual(["", 0]);
  const named = fs.readFileSync("ops/prometheus/alerts.yml", "utf8").match(/^ +- alert: /gm)!;
  expect(stdout).toContain(`SUCCESS: ${named.length} rules found`);
});
