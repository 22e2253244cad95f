import { once } from "node:events";
import type { Server } from "node:http";
import net from "node:net";
import { afterEach, expect, test } from "vitest";
import { boundedServer, LIMITS } from "#src/platform/bounded-server.server.ts";

const SHORT = { ...LIMITS, headersMs: 40, requestMs: 80, checkMs: 10 };
const open: { server: Server; sockets: net.Socket[] }[] = [];
afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

/** A server with these limits that answers when it has the whole request, and a way to connect to it. */
async function serverWith(limits: typeof LIMITS) {
  const server = boundedServer(limits, (req, res) => void req.resume().on("end", () => res.end("whole")));
  const sockets: net.Socket[] = [];
  open.push({ server, sockets });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as net.AddressInfo;
  return async (text: string) => {
    const socket = net.connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    let heard = "";
    socket.on("data", (chunk) => (heard += String(chunk)));
    const closed = once(socket, "close");
    await once(socket, "connect");
    socket.write(text);
    return { closed: closed.then(() => heard), answered: once(socket, "data").then(([chunk]) => String(chunk)) };
  };
}

const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n";

test.each([
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
  first.answered.catch(() => {});
});
