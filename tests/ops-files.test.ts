import fs from "node:fs";
import { validate, ValidationSeverity } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { MOST_PICTURE_BYTES } from "#src/platform/encode-picture.server.ts";

// The files in ops/ as far as they can be checked without starting them: what they name exists, and what they promise is in them.
// tests/nightly/ops.test.ts starts them.

const read = (file: string) => fs.readFileSync(file, "utf8");
const SETTINGS = new Set(
  read("README.md")
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

test.each([
  ["ops/compose.yml", ["web", "worker"].flatMap((name) => Object.keys(services[name]!.environment!))],
  ["ops/ronda.env.sample", assigned(read("ops/ronda.env.sample"))],
  [
    "ops/systemd/ronda@.service",
    assigned(/^Environment=(.*)$/m.exec(read("ops/systemd/ronda@.service"))![1]!.replaceAll(" ", "\n")),
  ],
  ["ops/Dockerfile", assigned(/^ENV (.*)$/m.exec(read("ops/Dockerfile"))![1]!.replaceAll(" ", "\n"))],
])("%s sets only settings that README.md describes", (_, names) => {
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
  const copied = last.matchAll(/^COPY --from=build \/app\/(\S+)/gm).map(([, path]) => path!);
  for (const path of copied) expect(fs.existsSync(path), path).toBe(true);
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
  expect(text).toMatch(/\/metrics/);
  const megabytes = Number(/(?:client_max_body_size|max_size) (\d+)M?/i.exec(text)![1]);
  expect(megabytes * 1e6).toBeGreaterThan(MOST_PICTURE_BYTES);
});

test("the unit waits longer for the end than the product takes", () => {
  const seconds = Number(/TimeoutStopSec=(\d+)/.exec(read("ops/systemd/ronda@.service"))![1]);
  const stopMs = Number(/STOP_MS = (\d+)/.exec(read("src/main.ts"))![1]);
  expect(seconds * 1000).toBeGreaterThan(stopMs);
  expect(parse(read("ops/compose.yml"), { merge: true })).toMatchObject({
    services: { web: { stop_grace_period: `${seconds}s` }, worker: { stop_grace_period: `${seconds}s` } },
  });
});
