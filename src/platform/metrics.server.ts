import { statfs } from "node:fs/promises";
import { isMainThread } from "node:worker_threads";
import type { DatabasePool } from "#src/platform/db.server.ts";
import { RecentCalls } from "#src/platform/recent-calls.ts";
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** One figure at the moment of a scrape. Names as Prometheus has them: seconds and bytes, `_total` for what only grows. */
export type Sample = {
  name: string;
  help: string;
  type: "counter" | "gauge";
  value: number;
  labels?: Record<string, string>;
};
export type Source = () => readonly Sample[] | Promise<readonly Sample[]>;

/** The figures of a registry as they cross to another thread. */
export type Figures = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** From a kept page's fraction of a millisecond to a provider that hangs. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const THREAD = { thread: isMainThread ? "main" : "jobs" };

/**
 * What this half of the product (web or jobs) has done, counted in memory, and the sources that are asked when somebody scrapes.
 * Costs about a microsecond per request; kept pages count themselves.
 */
export class Metrics {
  /** Whether jobs run in a thread of this process, which counts for itself and is asked at each scrape. */
  hasJobsThread = false;
  readonly #registry = new Registry();
  readonly #sources = new Map<string, Source>();
  readonly #requests = new Histogram({
    name: "ronda_http_request_seconds",
    help: "Time to the answer, by class of route, method and class of status. Kept pages are counted in ronda_kept_pages_hits_total.",
    labelNames: ["route", "method", "status"],
    buckets: SECONDS,
    registers: [this.#registry],
  });
  readonly #renders = new Counter({
    name: "ronda_renders_total",
    help: "Pages rendered, for a cache or for one visitor.",
    registers: [this.#registry],
  });
  readonly #providers = new Histogram({
    name: "ronda_provider_seconds",
    help: "Time of a call to a payment provider, by outcome: ok, refused (an answer), failed, or resting (not asked).",
    labelNames: ["provider", "call", "outcome"],
    buckets: SECONDS,
    registers: [this.#registry],
  });

  readonly #recent = new RecentCalls();
  /** Is told of each call to a provider, for another thread. */
  onCall: (provider: string, failed: boolean) => void = () => {};

  constructor() {
    this.#registry.setDefaultLabels(THREAD);
  }

  /** Answers, and measures how long that took. A throw counts as a 500. */
  async timed(route: string, method: string, answer: () => Response | Promise<Response>): Promise<Response> {
    const began = performance.now();
    let status = 500;
    try {
      const response = await answer();
      status = response.status;
      return response;
    } finally {
      const labels = { route, method: knownMethod(method), status: `${Math.floor(status / 100)}xx` };
      this.#requests.observe(labels, (performance.now() - began) / 1000);
    }
  }

  rendered(): void {
    this.#renders.inc();
  }

  /** Counts a call to a provider that took this long. */
  called(provider: string, call: string, outcome: "ok" | "refused" | "failed" | "resting", milliseconds: number): void {
    this.#providers.observe({ provider, call, outcome }, milliseconds / 1000);
    const failed = outcome === "failed" || outcome === "resting";
    this.note(provider, failed);
    this.onCall(provider, failed);
  }

  /** Remembers for five minutes how a call to a provider went. */
  note(provider: string, failed: boolean): void {
    this.#recent.add(provider, { failed, at: performance.now() });
  }

  /** The share of failed calls of the last five minutes by provider, without those that were hardly asked. */
  failingProviders(): Map<string, number> {
    return this.#recent.shares(performance.now());
  }

  /** Has a source asked at every scrape; one of the same name is replaced. */
  watch(name: string, source: Source): void {
    this.#sources.set(name, source);
  }

  /** From now on also the event loop, memory and garbage collection of this thread: only where somebody scrapes. */
  watchProcess(pool: DatabasePool): void {
    collectDefaultMetrics({ register: this.#registry });
    this.watch("commits", () => [
      {
        name: "ronda_database_stalled_seconds",
        help: "For how long no commit has ended.",
        type: "gauge",
        value: pool.stalledSeconds,
        labels: THREAD,
      },
    ]);
    this.watch("pool", () =>
      (["total", "idle", "waiting"] as const).map((state) => ({
        name: "ronda_database_pool",
        help: "Connections of the pool, and callers that wait for one.",
        type: "gauge" as const,
        value: pool[`${state}Count`],
        labels: { ...THREAD, state },
      })),
    );
  }

  /** All figures of this thread. A source that fails is left out and counted. */
  async figures(): Promise<Figures> {
    const results = await Promise.allSettled([...this.#sources.values()].map(async (source) => source()));
    const samples = results.flatMap((answer) => (answer.status === "fulfilled" ? [...answer.value] : []));
    const failed: Sample = {
      name: "ronda_scrape_sources_failed",
      help: "Sources of figures that gave no answer: their figures are missing here.",
      type: "gauge",
      value: results.filter(({ status }) => status === "rejected").length,
      labels: THREAD,
    };
    return [...(await this.#registry.getMetricsAsJSON()), ...(await momentOf([...samples, failed]))];
  }

  /** The figures of this thread and of others in Prometheus' text format. */
  async text(others: readonly Figures[]): Promise<string> {
    return AggregatorRegistry.aggregate([await this.figures(), ...others]).metrics();
  }
}

const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** The method under which a request is counted: made-up ones add no new name. */
export const knownMethod = (method: string): string => (METHODS.has(method) ? method : "other");

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Samples as a registry reports them. */
function momentOf(samples: readonly Sample[]): Promise<Figures> {
  const registry = new Registry();
  for (const [name, same] of Map.groupBy(samples, (sample) => sample.name)) {
    const { help, type, labels = {} } = same[0]!;
    const shape = { name, help, labelNames: Object.keys(labels), registers: [registry] };
    const counter = type === "counter" ? new Counter(shape) : null;
    const gauge = counter ? null : new Gauge(shape);
    for (const sample of same) {
      counter?.inc(sample.labels ?? {}, sample.value);
      gauge?.set(sample.labels ?? {}, sample.value);
    }
  }
  return registry.getMetricsAsJSON();
}

/**
 * Free and total space in bytes of the disk that a folder is on, or the working directory before that folder exists; null where
 * the system doesn't say.
 */
export async function diskOf(folder: string): Promise<{ free: number; total: number } | null> {
  const found = await statfs(folder)
    .catch(() => statfs("."))
    .catch(() => null);
  return found && { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
}
