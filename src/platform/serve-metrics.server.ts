import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { isMainThread } from "node:worker_threads";
import type { Services } from "#src/platform/context.server.ts";
import { BadSetting, type Settings } from "#src/platform/env.server.ts";
import { diskOf, type Metrics, METRICS_TYPE, type Sample, type Source } from "#src/platform/metrics.server.ts";
import { answerMainThread, askJobsThread } from "#src/platform/thread-metrics.server.ts";

type Answer = { status: number; headers: Record<string, string>; body: string };

/**
 * Opens the metrics of this process if METRICS_PORT or METRICS_TOKEN is set; otherwise nothing is measured beyond simple counters.
 * The port listens on this machine only, unless a token guards it. `source` gives what the database knows; `onRefusal` hears who
 * asked at the port without the token. Returns how to stop. Throws BadSetting when the port can't be opened.
 */
export async function openMetrics(
  services: Services,
  source: Source,
  onRefusal: (req: IncomingMessage) => Promise<void>,
): Promise<() => Promise<void>> {
  const { metrics, settings, pool } = services;
  const { METRICS_PORT: port, METRICS_TOKEN: token } = settings;
  if (port === undefined && token === undefined) return async () => {};
  metrics.watchProcess(pool);
  if (!isMainThread) return answerMainThread(metrics);
  metrics.watch("database", source);
  metrics.watch("disk", () => diskSamples(settings.DATA_DIR));
  if (port === undefined) return async () => {};
  const server = createServer(async (req, res) => {
    const { status, headers, body } = await answerOf(services, req.url ?? "", req.headers.authorization);
    if (status === 401) await onRefusal(req);
    res.writeHead(status, headers).end(body);
  });
  await listening(server, port, token === undefined ? "127.0.0.1" : undefined);
  return () => new Promise((done) => (server.close(() => done()), server.closeAllConnections()));
}

/** What the site itself answers at /metrics: nothing (404) unless a token is set and no port of its own. */
export const siteMetrics = (services: Services, authorization: string | undefined): Promise<Answer> | null =>
  servedBySite(services.settings) ? answerOf(services, "/metrics", authorization) : null;

async function diskSamples(folder: string): Promise<Sample[]> {
  const disk = await diskOf(folder);
  if (!disk) return [];
  const shape = { help: "The disk of DATA_DIR.", type: "gauge" as const };
  return [
    { ...shape, name: "ronda_disk_free_bytes", value: disk.free },
    { ...shape, name: "ronda_disk_bytes", value: disk.total },
  ];
}

const servedBySite = ({ METRICS_PORT, METRICS_TOKEN }: Settings) =>
  METRICS_PORT === undefined && METRICS_TOKEN !== undefined;

async function answerOf({ metrics, settings }: Services, url: string, authorization = ""): Promise<Answer> {
  const { METRICS_TOKEN: token } = settings;
  if (url !== "/metrics") return { status: 404, headers: TEXT, body: "Metrics are at /metrics\n" };
  if (token !== undefined && !isSame(authorization, `Bearer ${token}`))
    return { status: 401, headers: { ...TEXT, "www-authenticate": "Bearer" }, body: "Say METRICS_TOKEN\n" };
  return { status: 200, headers: { ...TEXT, "content-type": METRICS_TYPE }, body: await textOf(metrics) };
}

/** The whole process: with one process for everything, jobs run in a thread that counts for itself. */
async function textOf(metrics: Metrics): Promise<string> {
  const jobs = metrics.hasJobsThread ? await askJobsThread() : null;
  return metrics.text(jobs ? [jobs] : []);
}

const TEXT = { "content-type": "text/plain", "cache-control": "no-store", "x-content-type-options": "nosniff" };

// hashes are of one length, as the comparison demands
const digest = (text: string) => createHash("sha256").update(text).digest();
const isSame = (token: string, secret: string) => timingSafeEqual(digest(token), digest(secret));

function listening(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new BadSetting(`Setting METRICS_PORT: ${error.message}`)));
    server.listen({ port, ...(host ? { host } : {}) }, resolve);
  });
}
