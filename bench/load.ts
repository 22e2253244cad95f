import { randomUUID } from "node:crypto";
import net from "node:net";

// The load generator, in its own process: reads one job as JSON from its arguments, writes its measurements to stdout.
// It speaks HTTP on bare keep-alive sockets: a client that costs more than the server would hide what the server costs.

export type Job = {
  port: number;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  /** body of a booking; each request gets the next departure, and its own key, email, phone and network */
  booking?: { departures: string[]; body: { customer: object } };
  connections: number;
  milliseconds: number;
};
export type Measured = { requests: number; failed: number; seconds: number; p50: number; p95: number; p99: number };

/** Guests of one run are others than those of the runs before, so that nobody keeps more unpaid places than a guest may. */
const FIRST = 0x0100_0000 + Math.floor(Math.random() * 0x7000_0000);

/** The bytes of one request. */
function requestOf(job: Job, n: number): string {
  const head = `${job.method} ${job.path} HTTP/1.1\r\nhost: localhost:${job.port}\r\n${Object.entries(job.headers ?? {})
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}`;
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

/** Keeps one connection busy until the time is up. */
function keepBusy(job: Job, next: () => number, until: number, times: number[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let failed = 0;
    let began = 0;
    let received: Buffer = Buffer.alloc(0);
    const socket = net.connect(job.port, "127.0.0.1").setNoDelay();
    const ask = () => {
      began = performance.now();
      if (began >= until) return void socket.end(() => resolve(failed));
      socket.write(requestOf(job, next()));
    };
    socket.on("connect", ask);
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      received = received.length ? Buffer.concat([received, chunk]) : chunk;
      if (answerLength(received) < 0) return;
      times.push(performance.now() - began);
      if (received[9] !== 50) {
        if (failed++ === 0) console.error(received.subarray(0, 1000).toString()); // 50 is the 2 of 2xx
      }
      received = Buffer.alloc(0);
      ask();
    });
  });
}

const job = JSON.parse(process.argv[2]!) as Job;
const times: number[] = [];
let sent = 0;
const began = performance.now();
const failures = await Promise.all(
  Array.from({ length: job.connections }, () => keepBusy(job, () => sent++, began + job.milliseconds, times)),
);
const seconds = (performance.now() - began) / 1000;
times.sort((a, b) => a - b);
const percentile = (p: number) => times[Math.min(times.length - 1, Math.floor((times.length * p) / 100))] ?? 0;
const failed = failures.reduce((sum, n) => sum + n, 0);
const measured: Measured = {
  requests: times.length,
  failed,
  seconds,
  p50: percentile(50),
  p95: percentile(95),
  p99: percentile(99),
};
console.log(JSON.stringify(measured));
