import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callOut, isPublic, resolveByDns } from "#src/platform/call-out.server.ts";

describe("which addresses are public", () => {
  test.each([
    "1.1.1.1",
    "93.184.215.14",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "192.0.3.1",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200e",
  ])("%s is", (address) => expect(isPublic(address)).toBe(true));

  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "3fff::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "localhost",
    "",
  ])("%s is not", (address) => expect(isPublic(address)).toBe(false));
});

const call = { body: "{}", headers: {}, milliseconds: 2000 };

describe("what is not called", () => {
  test.each([
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://169.254.169.254/latest/meta-data/",
    // the same addresses as one number, in octal, in hexadecimal, and with parts left out
    "https://2130706433/",
    "https://017700000001/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://0/",
    "https://10.0.0.1:8443/",
  ])("%s", async (url) =>
    expect(await callOut({ ...call, url, toPrivate: false })).toMatchObject({ ok: false, why: "private_address" }),
  );

  test("plain HTTP, whoever is called", async () => {
    const answer = await callOut({ ...call, url: "http://93.184.215.14/", toPrivate: false });
    expect(answer).toMatchObject({ ok: false, why: "not_https" });
  });

  test.each([
    "10.0.0.1",
    "0.0.0.0",
    "127.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:93.184.215.14",
    "fe80::1",
    "fe80::1%eth0",
    "fd00::1",
    "64:ff9b::a00:1",
    "2002:a00:1::1",
    "no address",
  ])("a name of which one address is private: %s", async (address) => {
    for (const addresses of [[address], ["93.184.215.14", address], ["2606:4700:4700::1111", address]]) {
      const resolve = () => Promise.resolve(addresses);
      const answer = await callOut({ ...call, url: "https://both.example/", toPrivate: false, resolve });
      expect(answer).toMatchObject({ ok: false, why: "private_address", says: address });
    }
  });

  test("a name without addresses", async () => {
    const answer = await callOut({ ...call, url: "https://none.example/", toPrivate: false, resolve: async () => [] });
    expect(answer).toMatchObject({ ok: false, why: "unknown_host" });
  });
});

describe("what is called", () => {
  const requests: string[] = [];
  let server: http.Server;
  let port: number;
  beforeAll(async () => {
    server = http.createServer((request, answer) => {
      requests.push(`${request.method} ${request.headers.host} ${request.url}`);
      const at = request.url!;
      if (at === "/elsewhere") return void answer.writeHead(302, { location: `http://127.0.0.1:${port}/target` }).end();
      if (at === "/busy") return void answer.writeHead(503, { "retry-after": "120" }).end("later");
      if (at === "/silent") return;
      if (at === "/endless") {
        answer.writeHead(200);
        const more = () => answer.destroyed || answer.write("x".repeat(16_384), () => setImmediate(more));
        return void more();
      }
      answer.end("thank you");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const to = (path: string, over = {}) =>
    callOut({ ...call, url: `http://127.0.0.1:${port}${path}`, toPrivate: true, ...over });

  test("a status and what it asks for come back", async () => {
    expect(await to("/")).toEqual({ ok: true, status: 200, retryAfter: null });
    expect(await to("/busy")).toEqual({ ok: true, status: 503, retryAfter: "120" });
  });

  test("a redirect is an answer like others", async () => {
    requests.length = 0;
    expect(await to("/elsewhere")).toMatchObject({ status: 302 });
    expect(requests).toEqual([`POST 127.0.0.1:${port} /elsewhere`]);
  });

  test("an answer without an end is cut off", async () =>
    expect(await to("/endless")).toMatchObject({ ok: true, status: 200 }));

  test("whoever doesn't answer is left", async () =>
    expect(await to("/silent", { milliseconds: 100 })).toMatchObject({ ok: false, why: "too_slow" }));

  test("nobody listens", async () =>
    expect(await callOut({ ...call, url: "http://127.0.0.1:1/", toPrivate: true })).toMatchObject({
      ok: false,
      why: "no_connection",
      says: "ECONNREFUSED",
    }));

  test("a name is resolved once, and the connection goes to that address", async () => {
    let times = 0;
    // a resolver that answers differently the second time
    const resolve = () => Promise.resolve((times += 1) === 1 ? ["127.0.0.1"] : ["10.0.0.1"]);
    const answer = await callOut({ ...call, url: `http://name.example:${port}/named`, toPrivate: true, resolve });
    expect(answer).toMatchObject({ ok: true, status: 200 });
    expect(times).toBe(1);
    expect(requests.at(-1)).toBe(`POST name.example:${port} /named`);
  });
});

describe("a receiver that speaks its own HTTP", () => {
  // what it writes once it was asked, and what it does then
  const TALKS: Record<string, (socket: net.Socket) => unknown> = {
    upgrades: (socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n"),
    stops: (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n"),
    stammers: (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-le"),
    resets: (socket) => socket.resetAndDestroy(),
    "resets within": (socket) =>
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf", () => socket.resetAndDestroy()),
    rambles: (socket) => socket.write("what?\r\n\r\n"),
    "drips a header without end": (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-more: ");
      drips(socket, "x");
    },
    "drips an answer without end": (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      drips(socket, "1\r\nx\r\n");
    },
    "hints without end": (socket) => drips(socket, "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
    "has a header that is too long": (socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nx-more: ${"x".repeat(1_000_000)}\r\n\r\n`),
    "promises a gigabyte": (socket) =>
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n${"x".repeat(200_000)}`),
  };
  const drips = (socket: net.Socket, text: string) => {
    const drip = setInterval(() => socket.write(text), 5);
    socket.once("close", () => clearInterval(drip));
  };
  const sockets = new Set<net.Socket>();
  let talk: (socket: net.Socket) => unknown;
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => talk(socket));
  });
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test.each([
    ["upgrades", { ok: true, status: 101 }],
    ["stops", { ok: true, status: 200 }],
    ["stammers", { ok: false, why: "too_slow" }],
    ["resets", { ok: false, why: "no_connection", says: "ECONNRESET" }],
    ["resets within", { ok: true, status: 200 }],
    ["rambles", { ok: false, why: "no_connection" }],
    ["drips a header without end", { ok: false, why: "too_slow" }],
    ["drips an answer without end", { ok: true, status: 200 }],
    ["hints without end", { ok: false, why: "too_slow" }],
    ["has a header that is too long", { ok: false, why: "no_connection", says: "HPE_HEADER_OVERFLOW" }],
    ["promises a gigabyte", { ok: true, status: 200 }],
  ])("and %s", async (how, answer) => {
    const ended = Promise.withResolvers<void>();
    talk = (socket) => {
      socket.once("close", ended.resolve);
      return TALKS[how]!(socket);
    };
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    expect(await callOut({ ...call, url, toPrivate: true, milliseconds: 300 })).toMatchObject(answer);
    await ended.promise; // and nothing goes on after that
  });
});

describe("by DNS, a name has", () => {
  const none = () => Promise.reject(Object.assign(new Error("none"), { code: "ENODATA" }));
  const from = (four: () => Promise<string[]>, six: () => Promise<string[]>) =>
    ({ resolve4: four, resolve6: six }) as unknown as NonNullable<Parameters<typeof resolveByDns>[1]>;
  test("the addresses of either kind", async () => {
    const [four, six] = [async () => ["93.184.215.14"], async () => ["2606:4700::1"]];
    expect(await resolveByDns("a.example", from(four, six))).toEqual(["93.184.215.14", "2606:4700::1"]);
    expect(await resolveByDns("a.example", from(four, none))).toEqual(["93.184.215.14"]);
    expect(await resolveByDns("a.example", from(none, six))).toEqual(["2606:4700::1"]);
  });
  test("none where neither is there", async () =>
    await expect(resolveByDns("a.example", from(none, none))).rejects.toMatchObject({ code: "ENODATA" }));
});
