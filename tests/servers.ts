import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";

/** A running server of the product: the process that `npm start` starts, with its address. */
export type RunningServer = {
  origin: string;
  process: ChildProcess;
  /** The end of what it has printed. */
  printed: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** A free port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** What a program needs of this one's environment; under `faketime` its day too, without which it would live on another than PostgreSQL. */
export function surroundings(): Record<string, string> {
  const environment = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LD_PRELOAD|FAKETIME.*)$/.test(name));
  return Object.fromEntries(environment) as Record<string, string>;
}

const running = new Set<ChildProcess>();

/** Kills the servers that a failed test left running, so that they don't take part in the next one. */
export function killLeftServers(): void {
  for (const child of running) child.kill("SIGKILL");
}

/**
 * Starts the built product on a database and waits until it responds; a worker, which has no address, until it says that it is
 * ready. Its output is printed only if it fails to start. `cwd` is a tree with other migrations.
 */
export async function startServer(environment: Record<string, string>, cwd = process.cwd()): Promise<RunningServer> {
  if (!fs.existsSync("build/server/index.js")) throw new Error("not built: npm run build");
  const port = Number(environment["PORT"] ?? (await freePort()));
  const { variables, words } = startScript();
  const isWorker = environment["ROLE"] === "worker";
  const child = spawn(process.execPath, words, {
    cwd,
    env: { ...surroundings(), ...variables, QUIET: String(!isWorker), ...environment, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-20_000)));
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once("exit", () => (running.delete(child), resolve())));
  const stop = (signal: NodeJS.Signals = "SIGTERM") => (child.kill(signal), ended);
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) break;
    const isReady = isWorker
      ? /Ronda is ready|"event":"ready"/.test(printed)
      : (await status(`${origin}/healthz`)) === 200;
    if (isReady) return { origin, process: child, printed: () => printed, stop };
    await new Promise((resolve) => setTimeout(resolve, 50)); // sleeps: between two polls
  }
  await stop("SIGKILL");
  throw new Error(`the server did not start:\n${printed.slice(-4000)}`);
}

/** The command of `npm start`, `exec env NAME=value … node word …`, so that the tests run what users run. */
export function startScript(): { variables: Record<string, string>; words: string[] } {
  const { scripts } = JSON.parse(fs.readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  const [before = "", after = ""] = scripts.start.split(" node ");
  const variables = before.split(" ").flatMap((word) => (word.includes("=") ? [word.split("=")] : []));
  return { variables: Object.fromEntries(variables) as Record<string, string>, words: after.split(" ") };
}

const status = (url: string): Promise<number> =>
  new Promise((resolve) => {
    http.get(url, (res) => (res.resume(), resolve(res.statusCode ?? 0))).on("error", () => resolve(0));
  });

export type Answer = { status: number; body: Record<string, unknown> };

/** A client with keep-alive connections. Rejects when a connection breaks: the outcome is then unknown. */
export function callerOf(connections: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const call = (method: string, url: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const type = body ? { "content-type": "application/json" } : {};
      const request = http.request(url, { method, agent, headers: { ...type, ...headers } }, (res) => {
        let text = "";
        res.setEncoding("utf8");
        res.on("data", (chunk: string) => (text += chunk));
        res.on("error", reject);
        res.on("end", () => {
          try {
            resolve({ status: res.statusCode ?? 0, body: text ? (JSON.parse(text) as Answer["body"]) : {} });
          } catch (error) {
            reject(error); // cut off midway
          }
        });
      });
      request.on("error", reject);
      request.end(body ? JSON.stringify(body) : undefined);
    });
  return { call, close: () => agent.destroy() };
}
