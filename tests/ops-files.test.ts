import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { validate, ValidationSeverity } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { PAGES } from "#src/access.ts";
import { LIMITS } from "#src/platform/bounded-server.server.ts";
import { MOST_PICTURE_BYTES } from "#src/platform/encode-picture.server.ts";
import { startScript } from "#tests/servers.ts";

// The files in ops/ as far as they can be checked without starting them: what they name exists, and what they promise is in them.
// tests/nightly/ops.test.ts starts them.

const read = (file: string) => fs.readFileSync(file, "utf8");
const SETTINGS = new Set(
  read("docs/operating.md")
    .split("\n## Environment\n")[1]!
    .split("\n## ")[0]!
    .split("\n")
    .flatMap(
      (line) =>
        /^\| (`[A-Z][^|]*) \|/
          .exec(line)?.[1]
          ?.matchAll(/`([A-Z0-9_]+)`/g)
          .toArray() ?? [],
    )
    .map(([, name]) => name!),
);
const OF_NODE = ["NODE_COMPILE_CACHE"];

type Service = {
  image?: string;
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  ports?: string[];
  healthcheck?: object;
};
const compose = parse(read("ops/compose.yml"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const { services } = compose;
const assigned = (text: string) =>
  text
    .matchAll(/^([A-Z0-9_]+)=/gm)
    .map(([, name]) => name!)
    .toArray();

const UNIT = "ops/systemd/ronda@.service";
const BACKUP_UNIT = "ops/systemd/ronda-backup.service";
/** The words of a line of a unit (`Environment=`), of all lines of that name. */
const wordsOf = (file: string, name: string) =>
  read(file)
    .matchAll(new RegExp(`^${name}=(.*)$`, "gm"))
    .flatMap(([, words]) => words!.split(" "))
    .toArray();

test.each<readonly [string, string[]]>([
  ["ops/compose.yml", ["web", "worker"].flatMap((name) => Object.keys(services[name]!.environment!))],
  ["ops/ronda.env.sample", assigned(read("ops/ronda.env.sample"))],
  ...[UNIT, BACKUP_UNIT].map((file) => [file, assigned(wordsOf(file, "Environment").join("\n"))] as const),
  ["ops/systemd/ronda", assigned(read("ops/systemd/ronda").replaceAll("--setenv=", "\n"))],
  ["ops/Dockerfile", assigned(/^ENV (.*)$/m.exec(read("ops/Dockerfile"))![1]!.replaceAll(" ", "\n"))],
])("%s sets only settings that docs/operating.md describes", (_, names) => {
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !SETTINGS.has(name) && !OF_NODE.includes(name))).toEqual([]);
});

test("the container file is valid, its program is no root's, and what it copies exists", () => {
  const text = read("ops/Dockerfile");
  const problems = validate(text).filter(({ severity }) => severity === ValidationSeverity.ERROR);
  expect(problems).toEqual([]);
  const last = text.slice(text.lastIndexOf("\nFROM"));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  const copied = last.matchAll(/^COPY --from=build \/app\/(\S+)/gm).map(([, file]) => file!);
  for (const file of copied) expect(fs.existsSync(file), file).toBe(true);
});

test("compose runs both roles without a way to write or to gain rights, beside a database, a bucket and a mail server", () => {
  const { web, worker, database } = services;
  expect([web?.environment?.["ROLE"], worker?.environment?.["ROLE"]]).toEqual(["web", "worker"]);
  for (const one of [web, worker]) expect(one).toMatchObject({ image: "ronda", read_only: true, cap_drop: ["ALL"] });
  expect(web!.build).toEqual({ context: "..", dockerfile: "ops/Dockerfile" });
  expect(database).toMatchObject({ image: expect.stringMatching(/^postgres:18/) as string, healthcheck: {} });
  for (const [name, { depends_on = {}, volumes = [], ports = [], ...rest }] of Object.entries(services)) {
    expect(
      Object.keys(depends_on).filter((other) => !services[other]),
      name,
    ).toEqual([]);
    expect(rest.image, name).toBeTruthy();
    for (const volume of volumes) expect(compose.volumes).toHaveProperty(volume.split(":")[0]!);
    // a trial's ports are this machine's
    for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
  }
});

const PROXIES = ["ops/nginx/ronda.conf", "ops/caddy/Caddyfile"];

test.each(PROXIES)("%s replaces what a client says of itself, and keeps metrics and large bodies out", (file) => {
  const text = read(file);
  expect(text).toMatch(/X-Forwarded-For (\$remote_addr;|\{remote_host\}$)/m);
  expect(text).not.toContain("proxy_add_x_forwarded_for");
  expect(text).toMatch(/X-Request-Id (\$request_id;|\{http\.request\.uuid\}$)/m);
  expect(text, "a redirect to whatever host was asked for").not.toMatch(/return 30\d https:\/\/\$/);
  expect(text).toMatch(/\/metrics/);
  const megabytes = Number(/(?:client_max_body_size|max_size) (\d+)M?/i.exec(text)![1]);
  expect(megabytes * 1e6).toBeGreaterThan(MOST_PICTURE_BYTES);
});

test.each(PROXIES)("%s refuses programs that call without encryption, and leads people to where it is", (file) => {
  const [plain] = read(file).split(/^(?:server \{\n\s*listen 443|ronda\.example \{)/m) as [string];
  expect(plain).toMatch(/api.*webhooks/);
  expect(plain).toMatch(/(return|respond) 403/);
  expect(plain).toMatch(/308/);
});

const secondsIn = (text: string, line: RegExp) => Number(line.exec(text)?.[1]);

test.each([
  ["ops/nginx/ronda.conf", /client_header_timeout (\d+)s;/, /^ {4}keepalive_timeout (\d+)s;\n {4}send/m],
  ["ops/caddy/Caddyfile", /read_header (\d+)s$/m, /idle (\d+)s$/m],
])(
  "%s closes who is silent as soon as the product does, but keeps a connection between two requests",
  (file, silent, idle) => {
    const text = read(file);
    expect(secondsIn(text, silent) * 1000).toBe(LIMITS.headersMs);
    expect(secondsIn(text, idle) * 1000).toBe(LIMITS.idleMs);
    expect(text, "what caps a client's connections").toContain("ops/nftables");
  },
);

test("one client's connections are capped before a proxy as the product caps them, and nginx caps one client's requests", () => {
  const over = read("ops/nftables/ronda.nft")
    .matchAll(/^\t\tadd @\w+ \{ (ip6?) saddr (?:and (\S+) )?ct count over (\d+) \} reject/gm)
    .map(([, ...parts]) => parts)
    .toArray();
  const { perClient } = LIMITS;
  expect(over).toEqual([
    ["ip", undefined, `${perClient}`],
    ["ip", "255.255.255.0", `${perClient * 2}`],
    ["ip6", "ffff:ffff:ffff:ffff::", `${perClient}`],
    ["ip6", "ffff:ffff:ffff::", `${perClient * 4}`],
  ]);
  const nginx = read("ops/nginx/ronda.conf");
  const [, zone] = /^limit_conn_zone \$binary_remote_addr zone=(\w+):/m.exec(nginx)!;
  expect(nginx).toMatch(new RegExp(`^ {4}limit_conn ${zone} \\d+;`, "m"));
});

test("a backup and the command line have the environment of the unit, and so find its database and pictures", () => {
  const own = (word: string) => !word.startsWith("ROLE=");
  const environment = wordsOf(UNIT, "Environment").filter(own);
  expect(environment).toContain("DATA_DIR=/var/lib/ronda");
  expect(wordsOf(BACKUP_UNIT, "Environment")).toEqual(environment);
  const place = ["User", "Group", "WorkingDirectory", "EnvironmentFile"].map(
    (name) => `${name}=${wordsOf(UNIT, name)[0]}`,
  );
  for (const line of place) expect(read(BACKUP_UNIT)).toContain(`\n${line}\n`);
  const [program] = wordsOf(UNIT, "ExecStart");
  expect(read(BACKUP_UNIT)).toContain(`exec ${program} src/cli.ts backup --to `);

  // a stand-in says what it is asked to run
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-ops-files-"));
  fs.writeFileSync(path.join(folder, "systemd-run"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env["PATH"]}` };
  const { stdout } = spawnSync("sh", ["ops/systemd/ronda", "create-admin", "an owner"], { encoding: "utf8", env });
  fs.rmSync(folder, { recursive: true });
  const request = stdout.trim().split("\n");
  expect(request.slice(-4)).toEqual([program, "src/cli.ts", "create-admin", "an owner"]);
  const input = (option: string) =>
    request.flatMap((word) => (word.startsWith(option) ? [word.slice(option.length)] : []));
  expect(input("--setenv=")).toEqual(environment);
  expect(input("--property=")).toEqual(place);
});

test("the settings of an installation name those that its operation needs", () => {
  expect(assigned(read("ops/ronda.env.sample"))).toEqual(expect.arrayContaining(["BACKUP_KEY", "METRICS_PORT"]));
  // without them pictures would be looked for elsewhere, and the demo would be served: they stand in the units
  expect(assigned(read("ops/ronda.env.sample"))).not.toEqual(expect.arrayContaining(["DATA_DIR"]));
});

test("what the instructions name exists: pages of the admin, settings, verbs and events of the log", () => {
  const guide = read("docs/operating.md");
  const named = (pattern: RegExp) => [...new Set(guide.matchAll(pattern).map(([, name]) => name!))].toSorted();
  const sources = fs
    .globSync("src/**/*.{ts,tsx}")
    .filter((file) => !file.includes(".test."))
    .map(read)
    .join("\n");
  const missing = [
    ...named(/`(\/admin(?:\/[a-z-]+)*)/g).filter((page) => !Object.hasOwn(PAGES, page)),
    // OpenTelemetry's own are read by its library
    ...named(/`([A-Z]+_[A-Z_]+)/g).filter((name) => !name.startsWith("OTEL_") && !sources.includes(name)),
    ...named(/ronda (?:-- )?((?:backup|check|migrate|restore|[a-z]+(?:-[a-z]+)+)) /g).filter(
      (verb) => !new RegExp(`^  "?${verb}"?: \\{`, "m").test(read("src/cli.ts")),
    ),
    ...named(/`([a-z]+\.[a-z_-]+)`/g).filter((event) => !sources.includes(`"${event}"`)),
  ];
  expect(missing).toEqual([]);
  expect(named(/`(\/admin(?:\/[a-z-]+)*)/g).length).toBeGreaterThan(10);
});

test.each([
  ["ops/systemd/ronda@.service", wordsOf("ops/systemd/ronda@.service", "ExecStart").join(" ")],
  ["ops/Dockerfile", (JSON.parse(/^CMD (.*)$/m.exec(read("ops/Dockerfile"))![1]!) as string[]).join(" ")],
  ["docs/operating.md", read("docs/operating.md")],
])("%s starts the server with the same limits of memory as `npm start`", (_, text) => {
  const { words } = startScript();
  expect(words.length).toBeGreaterThan(2);
  expect(text).toContain(`node ${words.join(" ")}`);
});

test("the unit waits longer for the end than the product takes", () => {
  const seconds = Number(wordsOf(UNIT, "TimeoutStopSec")[0]);
  const stopMs = Number(/STOP_MS = (\d+)/.exec(read("src/main.ts"))![1]);
  expect(seconds * 1000).toBeGreaterThan(stopMs);
  expect(parse(read("ops/compose.yml"), { merge: true })).toMatchObject({
    services: { web: { stop_grace_period: `${seconds}s` }, worker: { stop_grace_period: `${seconds}s` } },
  });
});
