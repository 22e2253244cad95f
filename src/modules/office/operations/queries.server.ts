import packageJson from "../../../../package.json" with { type: "json" };
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { gaugesOf } from "#src/modules/office/operations/rules/gauges.ts";
import { findingsOf } from "#src/modules/office/operations/rules/health.ts";
import type { Disk, Facts, Finding, Health } from "#src/modules/office/operations/schema.ts";
import { factsOf, lastMessages, lastSent, versionsOf } from "#src/modules/office/operations/store.server.ts";
import type { Context, Services } from "#src/platform/context.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";
import { diskOf, type Sample } from "#src/platform/metrics.server.ts";

/** Facts are at most this old: several scrapers and every admin page share one reading. */
const KEEP_MS = 10_000;
/** A frozen database answers nothing at all, not even a timeout. */
const PATIENCE_MS = 3000;

const cache = new WeakMap<Db, { until: number; facts: Promise<Facts> }>();
const startedAt = new Date(performance.timeOrigin).toISOString();

function knownFacts({ db }: { db: Db }): Promise<Facts> {
  const cached = cache.get(db);
  if (cached && cached.until > performance.now()) return cached.facts;
  const facts = inTime(factsOf(db));
  cache.set(db, { until: performance.now() + KEEP_MS, facts });
  facts.catch(() => cache.delete(db));
  return facts;
}

/** Forgets those facts, so that the page after a change shows it. */
export const forgetFacts = ({ db }: { db: Db }): void => void cache.delete(db);

function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the database did not answer in ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

/** What the database knows, for metrics: `ronda_database_up` is 0 and the rest is missing while it doesn't answer. */
export async function gauges(services: Pick<Services, "db">): Promise<Sample[]> {
  const facts = await knownFacts(services).catch(() => null);
  const up = { name: "ronda_database_up", help: "Whether the database answered.", type: "gauge", value: facts ? 1 : 0 };
  return [up as Sample, ...(facts ? gaugesOf(facts) : [])];
}

const poolOf = ({ pool, settings }: Pick<Context, "pool" | "settings">) => ({
  used: pool.totalCount - pool.idleCount,
  most: settings.DB_POOL,
  waiting: pool.waitingCount,
  stalled: pool.stalledSeconds,
});

/**
 * What is wrong with the installation, from facts at most ten seconds old. Of providers it knows what this process asked. Empty for who lacks `health.read`, and while the
 * database takes too long to say.
 */
export async function healthFindings(ctx: Context): Promise<Finding[]> {
  if (!can(ctx.actor, "health.read")) return [];
  const [facts, disk] = await Promise.all([
    knownFacts(ctx).catch((error: Error) => log("warn", "health.unread", { message: error.message })),
    diskOf(ctx.settings.DATA_DIR),
  ]);
  if (!facts) return [];
  return findingsIn(ctx, facts, disk);
}

const findingsIn = (ctx: Context, facts: Facts, disk: Disk): Finding[] =>
  findingsOf(
    { facts, pool: poolOf(ctx), disk, failing: ctx.metrics.failingProviders(), now: ctx.now },
    { backupsExpected: ctx.settings.production },
  );

/** The state of queues, mail, providers, database, disk and backup. Needs `health.read`. Refusal: forbidden. */
export async function healthOf(ctx: Context): Promise<Ok<{ health: Health }> | Failure<"forbidden">> {
  if (!can(ctx.actor, "health.read")) return fail("forbidden");
  const [facts, disk, sent, messages, versions] = await Promise.all([
    knownFacts(ctx),
    diskOf(ctx.settings.DATA_DIR),
    lastSent(ctx.db),
    lastMessages(ctx.db),
    versionsOf(ctx.db),
  ]);
  const failing = ctx.metrics.failingProviders();
  return ok({
    health: {
      ...facts,
      ...versions,
      at: ctx.now.toISOString(),
      findings: findingsIn(ctx, facts, disk),
      lastSent: sent?.toISOString() ?? null,
      providers: Object.keys(ctx.providers)
        .filter((name) => !NOBODY_WRITES.includes(name))
        .map((name) => ({
          name,
          lastMessage: messages.get(name)?.toISOString() ?? null,
          failing: failing.get(name) ?? null,
        })),
      pool: poolOf(ctx),
      disk,
      release: packageJson.version,
      startedAt,
    },
  });
}

/** Ways to pay without a company that sends messages. */
const NOBODY_WRITES = ["free", "cash", "terminal", "transfer", "invoice", "hostel", "before"];
