import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import net from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { boundedServer, isMisaddressed, LIMITS } from "#src/platform/bounded-server.server.ts";

const ANYBODY = () => true;
const SHORT = { ...LIMITS, headersMs: 40, requestMs: 80, checkMs: 10, silentMs: 100 };
const ORIGIN = "https://ronda.test";
const open: { server: Server; sockets: net.Socket[] }[] = [];
afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

const whole: RequestListener = (req, res) => void req.resume().on("end", () => res.end("whole"));

/** A server with these limits that by default answers when it has the whole request, and a way to connect to it. */
async function serverWith(limits: typeof LIMITS, listener = whole, isOneClient = ANYBODY) {
  const server = boundedServer(limits, ORIGIN, listener, isOneClient);
  const sockets: net.Socket[] = [];
  open.push({ server, sockets });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as net.AddressInfo;
  return async (text: string, localAddress = "127.0.0.1") => {
    const socket = net.connect({ port, host: "127.0.0.1", localAddress });
    sockets.push(socket);
    socket.on("error", () => {});
    let heard = "";
    socket.on("data", (chunk) => (heard += String(chunk)));
    // a connection that was refused may end with an error
    const closed = new Promise<string>((resolve) => void socket.once("close", () => resolve(heard)));
    await once(socket, "connect");
    socket.write(text);
    const answered = once(socket, "data").then(([chunk]) => String(chunk));
    answered.catch(() => {}); // where nobody waits for it
    return { closed, answered, more: (next: string) => socket.write(next), end: () => socket.destroy() };
  };
}

const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n";

test.each([
  ["anything", ""],
  ["its headers", HEAD],
  ["its body", `${HEAD}\r\n123`],
])("who never sends the end of %s is told and closed", async (_, text) => {
  const send = await serverWith(SHORT);
  expect(await (await send(text)).closed).toMatch(/^HTTP\/1.1 408/);
});

test("who sends it all is answered, with the product's limits", async () => {
  const send = await serverWith(LIMITS);
  expect(await (await send(`${HEAD}\r\n1234567890`)).answered).toMatch(/^HTTP\/1.1 200/);
});

test("beyond the most connections a new one is closed, and the others go on", async () => {
  const send = await serverWith({ ...LIMITS, connections: 1 });
  const first = await send("GET / HT");
  expect(await (await send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")).closed).toBe("");
  first.more("TP/1.1\r\nHost: x\r\n\r\n");
  expect(await first.answered).toMatch(/^HTTP\/1.1 200/);
});

const ASKED = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const CLOSING = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

test("who is silent is closed within ten seconds, but not between two requests", async () => {
  expect(LIMITS.headersMs + LIMITS.checkMs).toBeLessThan(10_000);
  const send = await serverWith({ ...SHORT, silentMs: LIMITS.silentMs });
  // one that a busy machine was too slow for counts as silent itself
  const answered = async (): ReturnType<typeof send> => {
    const one = await send(ASKED);
    return (await one.answered).startsWith("HTTP/1.1 408") ? answered() : one;
  };
  const record = await answered();
  expect(await record.answered).toMatch(/^HTTP\/1.1 200/);
  // younger than the one that is kept, and closed
  await (
    await send("")
  ).closed;
  record.more(CLOSING);
  expect((await record.closed).match(/HTTP\/1.1 200/g)).toHaveLength(2);
});

test("one client's connections leave room for others, and so do those of the networks around it", async () => {
  const send = await serverWith({ ...LIMITS, perClient: 2 });
  const silent = await Promise.all(["127.0.0.1", "127.0.0.1"].map((from) => send("", from)));
  expect(await (await send(ASKED)).closed, "a third of one address").toBe("");
  expect(await (await send(ASKED, "127.0.0.2")).answered).toMatch(/^HTTP\/1.1 200/);
  await send("", "127.0.0.3");
  expect(await (await send(ASKED, "127.0.0.4")).closed, "a fifth of one /24").toBe("");
  expect(await (await send(ASKED, "127.0.1.1")).answered).toMatch(/^HTTP\/1.1 200/);
  for (const one of silent) one.end();
  for (const one of silent) await one.closed;
  // the server hears of an end after the client does
  await vi.waitFor(async () => expect(await (await send(CLOSING)).closed).toMatch(/^HTTP\/1.1 200/), {
    timeout: 20_000,
  });
});

test("whoever brings others' connections, as a proxy does, isn't bounded as one client", async () => {
  const send = await serverWith({ ...LIMITS, perClient: 1 }, whole, () => false);
  await send("");
  expect(await (await send(ASKED)).answered).toMatch(/^HTTP\/1.1 200/);
});

test.each([
  ["what is no HTTP", "hello\r\n\r\n", 400],
  ["a header without a name", "GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400],
  ["a body of two lengths", `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, 400],
  ["headers of 20 kB", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["headers that never end", HEAD, 408],
  ["an expectation", `GET / HTTP/1.1\r\nHost: x\r\nExpect: banana\r\nConnection: close\r\n\r\n`, 417],
])("%s is refused with the headers of every answer", async (_, text, status) => {
  const send = await serverWith(status === 408 ? SHORT : LIMITS);
  const answer = (await (await send(text)).closed).toLowerCase();
  expect(answer).toMatch(new RegExp(`^http/1.1 ${status} `));
  for (const header of [
    "x-content-type-options: nosniff",
    "strict-transport-security: max-age=31536000; includesubdomains",
    "connection: close",
  ])
    expect(answer).toContain(`\r\n${header}\r\n`);
  expect(answer).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/);
});

test("an answer that has begun isn't continued by another", async () => {
  const send = await serverWith(LIMITS, (_, res) => void res.writeHead(200, { "content-length": 9 }).write("hal"));
  const { answered, closed, more } = await send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await answered;
  more("hello\r\n\r\n");
  expect((await closed).match(/HTTP/g)).toHaveLength(1);
});

test("who asks on and on and reads nothing is closed", async () => {
  const server = boundedServer(SHORT, ORIGIN, (_, res) => void res.end("x".repeat(1_000_000)), ANYBODY);
  const sockets: net.Socket[] = [];
  open.push({ server, sockets });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1").pause();
  sockets.push(client);
  client.on("error", () => {});
  const [connection] = (await once(server, "connection")) as [net.Socket];
  client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(80));
  await once(connection, "close");
  // who is only slow to ask again is closed by the other limit, which proxies know
  expect(LIMITS.silentMs).toBeGreaterThan(LIMITS.idleMs);
});

const asks = (url: string, ...hosts: string[]) =>
  isMisaddressed({ url, rawHeaders: ["Accept", "*/*", ...hosts.flatMap((host) => ["Host", host]), "X", "host"] });

test.each<[string, ...string[]]>([
  ["/", "ronda.test"],
  ["/", "RONDA.test:443"],
  ["/", "127.0.0.1:3000"],
  ["/", "[::1]:3000"],
  ["/", "my_service"],
  ["http://ronda.test/faq", "ronda.test"],
  ["http://ronda.test:80/faq", "Ronda.test"],
  ["http://ronda.test/faq", "ronda.test:80"],
])("%s for %j is read", (url, ...hosts) => expect(asks(url, ...hosts)).toBe(false));

test.each<[string, ...string[]]>([
  ["/"],
  ["/", ""],
  ["/", "ronda.test", "evil.example"],
  ["/", "ronda.test", "ronda.test"],
  ["/", "a b"],
  ["/", "ronda.test, evil.example"],
  ["/", "ronda.test/evil"],
  ["/", "ronda.test@evil.example"],
  ["/", "ronda.test:x"],
  ["/", "ronda.test#"],
  ["/", "r\u00f6nda.test"],
  ["http://evil.example/faq", "ronda.test"],
  ["http://ronda.test:8080/faq", "ronda.test"],
  ["http://ronda.test@evil.example/faq", "ronda.test"],
  ["*", "ronda.test"],
  ["faq", "ronda.test"],
])("%s for %j is not", (url, ...hosts) => expect(asks(url, ...hosts)).toBe(true));
