import http from "node:http";
import type { AddressInfo } from "node:net";

// An HTTP mock of Meta's Conversions API: what it is sent, checked as the real one documents it ("Server Event Parameters",
// "Customer Information Parameters"). The product doesn't know that it exists.

type UserData = { em?: string[]; ph?: string[]; client_user_agent?: string };
export type ReceivedEvent = {
  event_name: string;
  event_time: number;
  event_id: string;
  action_source: string;
  event_source_url: string;
  user_data: UserData;
  custom_data: { value: number; currency: string };
};
export type Received = {
  path: string;
  token: string | null;
  testCode: string | null;
  events: ReceivedEvent[];
  raw: string;
};

/** An error that is answered instead of the API's own judgment. */
export type Planned = { status: number; code?: number; isTransient?: boolean };

const WEEK_S = 7 * 86_400;
const SHA256 = /^[0-9a-f]{64}$/;

/** Starts the mock on its own port; `now` is its clock, in milliseconds. */
export async function startMeta({ pixelId, token, now }: { pixelId: string; token: string; now: () => number }) {
  const requests: Received[] = [];
  const failing: Planned[] = [];
  const server = http.createServer((req, res) => {
    let raw = "";
    req.setEncoding("utf8").on("data", (part: string) => (raw += part));
    req.on("end", () => {
      const form = new URLSearchParams(raw);
      const events = JSON.parse(form.get("data") ?? "[]") as ReceivedEvent[];
      const path = req.url ?? "";
      const request = { path, token: form.get("access_token"), testCode: form.get("test_event_code"), events, raw };
      requests.push(request);
      const { status, message, code, isTransient } = judge(request);
      const transient = isTransient === undefined ? {} : { is_transient: isTransient };
      const answer =
        status === 200
          ? { events_received: events.length, messages: [], fbtrace_id: "A1b2C3" }
          : { error: { message, type: "OAuthException", code: code ?? 100, ...transient, fbtrace_id: "A1b2C3" } };
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function judge({ path, token: input, events }: Received): Planned & { message: string } {
    const planned = failing.shift();
    if (planned) return { ...planned, message: "An unexpected error has occurred. Please retry your request later." };
    if (path !== `/v25.0/${pixelId}/events`) return { status: 404, message: `Unknown path components: ${path}` };
    if (input !== token) return { status: 401, code: 190, message: "Invalid OAuth access token." };
    const wrong = events.map((event) => wrongIn(event, now() / 1000)).find((what) => what !== null);
    return wrong ? { status: 400, message: `Invalid parameter: ${wrong}` } : { status: 200, message: "" };
  }

  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v25.0`,
    requests,
    /** Answers the next requests with these statuses, or with these errors. */
    fails: (...errors: (number | Planned)[]) =>
      void failing.push(...errors.map((error) => (typeof error === "number" ? { status: error } : error))),
    /** What it counts: one event of a name and id, however often it was sent. */
    counted: () => new Set(requests.flatMap(({ events }) => events.map((e) => `${e.event_name} ${e.event_id}`))).size,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** What the API refuses of an event; null when it takes it. */
function wrongIn(event: ReceivedEvent, now: number): string | null {
  const { user_data: user, event_time: at } = event;
  if (!Number.isInteger(at) || at > now + 60 || at < now - WEEK_S) return "event_time";
  if (event.action_source !== "website") return "action_source";
  if (!/^https?:\/\//.test(event.event_source_url)) return "event_source_url";
  // a website's events need the browser's kind, and something to match by
  if (!user.client_user_agent) return "client_user_agent";
  const hashes = [...(user.em ?? []), ...(user.ph ?? [])];
  if (hashes.length === 0 || !hashes.every((hash) => SHA256.test(hash))) return "user_data";
  if (
    event.event_name === "Purchase" &&
    !(event.custom_data.value >= 0 && /^[A-Z]{3}$/.test(event.custom_data.currency))
  )
    return "custom_data";
  return null;
}
