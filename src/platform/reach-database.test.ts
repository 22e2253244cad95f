import net, { type AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { reachDatabase } from "#src/platform/reach-database.server.ts";

let server: net.Server | undefined;
afterEach(() => server?.close());

/** A message of PostgreSQL's protocol: its letter, its length, its content. */
function message(letter: string, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
const READY = message("Z", "I");

/** Stands in for a PostgreSQL of that version: lets everyone in and answers every statement with one row, its version. */
async function serverOf(version: string): Promise<string> {
  const column = Buffer.from("\0\x01version\0\0\0\0\0\0\0\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0", "latin1");
  const row = Buffer.from(`\0\x01\0\0\0${String.fromCharCode(version.length)}${version}`, "latin1");
  const answer = [message("T", column), message("D", row), message("C", "SELECT 1\0"), READY];
  server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", "\0\0\0\0"), READY]));
      socket.on("data", (input) => input.toString("latin1").startsWith("Q") && socket.write(Buffer.concat(answer)));
    });
  });
  await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done));
  return `postgres://ronda@127.0.0.1:${(server.address() as AddressInfo).port}/ronda`;
}

test.each(["17.10", "9.6.24", "15.14 (Debian 15.14-0+deb12u1)"])(
  "a PostgreSQL %s is refused in one line",
  async (version) => {
    await expect(reachDatabase(await serverOf(version), 0)).rejects.toThrow(
      `Setting DATABASE_URL: PostgreSQL 18 or later is needed, and this is ${version}`,
    );
  },
);

test("a PostgreSQL that still starts is waited for, and the log says so once, before and after", async () => {
  const url = await serverOf("18.1");
  const { port } = server!.address() as AddressInfo;
  const asking = server!;
  await new Promise((done) => asking.close(done));
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const reached = reachDatabase(url, 20);
  await vi.waitUntil(() => log.mock.calls.length > 0, { timeout: 20_000 });
  asking.listen(port, "127.0.0.1");
  await reached;
  const text = log.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  log.mockRestore();
  expect(text).toMatchObject([{ event: "database.waiting", seconds: 20 }, { event: "database.answers" }]);
});

test.each(["18.0", "18.6 (Debian 18.6-3)", "19rc1", "20devel"])("a PostgreSQL %s will do", async (version) => {
  const url = await serverOf(version);
  await expect(reachDatabase(url, 0)).resolves.toBe(url);
});
