import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { planMigrations } from "#src/platform/migration-plan.ts";
import {
  buildRelease,
  emptyDatabase,
  laterMigrations,
  laterRelease,
  releasesBeforeMigrations,
} from "#tests/earlier-release.ts";
import { bookingInput } from "#tests/seeds.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";
import { soak } from "#tests/tier.ts";

// Earlier releases on the schema of a release to come, with this one's demo data: each refuses to start because a migration says that
// it can't run, or every public page of it works, and it sells. The first is this release itself, several migrations back; the others
// are those of the history since the baseline. tests/releases.test.ts holds by day how that is said.

/** Commits of the history that never worked by themselves, so that nobody can go back to them. */
const BROKEN: readonly string[] = [];
/** How many of the releases are tried at night, spread over all of them. */
const AT_NIGHT = 5;

const environment = { DATABASE_URL: "", RONDA_SEED: "demo", DEMO_YEAR: "false", ROLE: "web", DRAIN_SECONDS: "0" };
const servers: RunningServer[] = [];
const releases = releasesBeforeMigrations().filter((commit) => !BROKEN.includes(commit));
const tried = soak ? releases : releases.filter((_, at) => at % Math.ceil(releases.length / AT_NIGHT) === 0);
const { adding, breaking } = laterMigrations();
const later = laterRelease(adding);
const last = laterRelease({ ...adding, ...breaking });

beforeAll(async () => {
  environment.DATABASE_URL = await emptyDatabase();
  servers.push(await startServer(environment, later));
}, 180_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  for (const tree of [later, last]) fs.rmSync(tree, { recursive: true, force: true });
});

type Night = { id: string; is_available: boolean };

const textOf = async (origin: string, address: string) => (await fetch(origin + address)).text();

/** Every public page of a release without a parameter, and what its sitemap and its calendar name. */
async function publicPages(tree: string, origin: string): Promise<string[]> {
  const table = fs.readFileSync(path.join(tree, "src/access.ts"), "utf8");
  const fixed = [...table.matchAll(/^ {2}"(\/[^":*]*)": "public",$/gm)].map(([, page]) => page!);
  const map = await textOf(origin, "/sitemap.xml");
  const named = [...map.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, page]) => page || "/");
  const nights = JSON.parse(await textOf(origin, "/api/scheduled-crawls")) as Night[];
  const checkout = nights.slice(0, 1).map(({ id }) => `/checkout?departure=${id}`);
  return [...new Set([...fixed, ...named, ...checkout, "/api/pub-crawls", "/checkout", "/bookings", "/admin"])];
}

/** The pages that a release answers with a failure of its own. */
async function failures(tree: string, origin: string): Promise<string[]> {
  const failed: string[] = [];
  const pages = await publicPages(tree, origin);
  expect(pages.length).toBeGreaterThan(30);
  for (const page of pages) {
    const { status } = await fetch(origin + page);
    if (status >= 500) failed.push(`${status} ${page}`);
  }
  return failed;
}

/** The names of a tree's migrations. */
const migrationsOf = (tree: string) =>
  fs.globSync(path.join(tree, "db/migrations/*.ts")).map((file) => path.basename(file, ".ts"));

/** Why the schema lets a release not run; null when it does. */
async function refusalOf(tree: string): Promise<string | null> {
  const pool = openPool(environment.DATABASE_URL, 1);
  const marks = await openDb(pool).selectFrom("migration_marks").selectAll().execute();
  await pool.end();
  const cache = new Map(marks.map((mark) => [mark.migration, mark.breaks_before]));
  return planMigrations(migrationsOf(tree), migrationsOf(later), cache).refusal;
}

/** A release's public pages and a sale. */
async function works(tree: string, key: string): Promise<void> {
  const server = await startServer(environment, tree);
  servers.push(server);
  expect(await failures(tree, server.origin)).toEqual([]);
  const nights = JSON.parse(await textOf(server.origin, "/api/scheduled-crawls")) as Night[];
  const input = bookingInput(nights.find((night) => night.is_available)!.id, { number_of_people: 1 });
  const { call, close } = callerOf(1);
  const sold = await call("POST", `${server.origin}/api/bookings`, input, { "idempotency-key": `way-back-${key}` });
  expect(sold.status).toBe(201);
  close();
  await server.stop();
}

test("this release serves every public page and sells on the schema of a release several migrations later", async () => {
  expect(await refusalOf(".")).toBeNull();
  await works(".", "this");
}, 600_000);

test.each(tried)(
  "the release %s serves every public page and sells, or refuses to start",
  async (release) => {
    const tree = buildRelease(release);
    try {
      const refusal = await refusalOf(tree);
      if (refusal === null) await works(tree, release);
      else await expect(startServer(environment, tree)).rejects.toThrow(refusal);
    } finally {
      fs.rmSync(tree, { recursive: true, force: true });
    }
  },
  600_000,
);

test("this release refuses the schema of a release that breaks it, and says which migration does", async () => {
  servers.push(await startServer(environment, last));
  const [name] = Object.keys(breaking);
  await expect(startServer(environment)).rejects.toThrow(
    `migration ${name} of a newer release does not let this one run`,
  );
}, 180_000);
