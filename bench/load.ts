import { randomUUID } from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import { setTimeout } from "node:timers/promises";

// The load generator, in its own process: reads one job as JSON from its arguments, writes its measurements to stdout.
// It speaks HTTP on bare keep-alive sockets: a client that costs more than the server would hide what the server costs.

export type Job = {
  port: number;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  /** body of a booking; each request gets the next departure, and its own key, email, phone and network */
  booking?: { departures: string[]; body: { customer: object } };
  /** bodies that are sent in turn, in each `NEW_ID` a UUID of its own */
  bodies?: string[];
  /** how many connections are kept busy; with `perSecond`, how many are open at most */
  connections: number;
  /** so many requests a second, each sent when it is due, whether or not those before it are answered: it waits from then on */
  perSecond?: number;
  milliseconds: number;
};
export type Measured = {
  requests: number;
  failed: number;
  seconds: number;
  p50: number;
  p90: number;
  p95: number;
  p99: number;
};

/** Guests of one run are others than those of the runs before, so that nobody keeps more unpaid places than a guest may. */
const FIRST = 0x0100_0000 + Math.floor(Math.random() * 0x7000_0000);

/** The bytes of one request. */
function requestOf(job: Job, n: number): string {
  const head = `${job.method} ${job.path} HTTP/1.1\r\nhost: localhost:${job.port}\r\n${Object.entries(job.headers ?? {})
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}`;
  if (job.bodies) {
    const text = job.bodies[n % job.bodies.length]!.replaceAll("NEW_ID", () => randomUUID());
    return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  }
  if (!job.booking) return `${head}\r\n`;
  const { departures, body } = job.booking;
  const who = FIRST + n;
  const customer = { ...body.customer, email: `guest-${who}@example.test`, phone: `+52 ${5_500_000_000 + who}` };
  const text = JSON.stringify({ ...body, customer, scheduled_crawl_id: departures[n % departures.length] });
  const network = [(who >> 16) & 255, (who >> 8) & 255, who & 255].join(".");
  return `${head}x-forwarded-for: ${network}.1\r\ncontent-type: application/json\r\nidempotency-key: ${randomUUID()}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Length in bytes of the response at the start of `received`; -1 while it is incomplete. */
function answerLength(received: Buffer): number {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return -1;
  const head = received.toString("latin1", 0, headEnd).toLowerCase();
  const length = /content-length: (\d+)/.exec(head)?.[1];
  if (length) return received.length >= headEnd + 4 + Number(length) ? headEnd + 4 + Number(length) : -1;
  const end = received.indexOf("\r\n0\r\n\r\n", headEnd);
  return end < 0 ? -1 : end + 7;
}

/** Opens a connection. What it returns sends one request, and resolves when it is answered. */
async function connect(port: number) {
  let answered: () => void;
  let received: Buffer = Buffer.alloc(0);
  const socket = net.connect(port, "127.0.0.1").setNoDelay();
  await once(socket, "connect");
  socket.on("data", (chunk: Buffer) => {
    received = received.length ? Buffer.concat([received, chunk]) : chunk;
    if (answerLength(received) < 0) return;
    // 50 is the 2 of 2xx
    if (received[9] !== 50 && failed++ === 0) console.error(received.subarray(0, 1000).toString());
    received = Buffer.alloc(0);
    answered();
  });
  const ask = (request: string) =>
    new Promise<void>((resolve) => {
      answered = resolve;
      socket.write(request);
    });
  return { ask, end: () => socket.end() };
}
type Connection = Awaited<ReturnType<typeof connect>>;

/** Keeps one connection busy until the time is up. */
async function keepBusy(job: Job, until: number): Promise<void> {
  const { ask, end } = await connect(job.port);
  for (let from = performance.now(); from < until; from = performance.now()) {
    await ask(requestOf(job, sent++));
    times.push(performance.now() - from);
  }
  end();
}

/** Sends requests when they are due, by connections that nobody waits for, until the time is up; then waits for the last answers. */
async function keepPace(job: Job, perSecond: number, from: number): Promise<void> {
  const free = await Promise.all(Array.from({ length: job.connections }, () => connect(job.port)));
  const waiting: ((connection: Connection) => void)[] = [];
  // in turn, so that the server closes none for its silence
  const take = () => free.shift() ?? new Promise<Connection>((resolve) => waiting.push(resolve));
  const giveBack = (connection: Connection) => {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  };
  const all: Promise<void>[] = [];
  for (let n = 0; n < (perSecond * job.milliseconds) / 1000; n++) {
    const due = from + (n * 1000) / perSecond;
    await setTimeout(Math.max(0, due - performance.now()));
    const one = async () => {
      const connection = await take();
      await connection.ask(requestOf(job, sent++));
      times.push(performance.now() - due);
      giveBack(connection);
    };
    all.push(one());
  }
  await Promise.all(all);
  for (const { end } of free) end();
}

const job = JSON.parse(process.argv[2]!) as Job;
const times: number[] = [];
let sent = 0;
let failed = 0;
const began = performance.now();
await (job.perSecond
  ? keepPace(job, job.perSecond, began)
  : Promise.all(Array.from({ length: job.connections }, () => keepBusy(job, began + job.milliseconds))));
const seconds = (performance.now() - began) / 1000;
times.sort((a, b) => a - b);
const percentile = (p: number) => times[Math.min(times.length - 1, Math.floor((times.length * p) / 100))] ?? 0;
const measured: Measured = {
  requests: times.length,
  failed,
  seconds,
  p50: percentile(50),
  p90: percentile(90),
  p95: percentile(95),
  p99: percentile(99),
};
console.log(JSON.stringify(measured));
