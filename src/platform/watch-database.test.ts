import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { openPool } from "#src/platform/db.server.ts";
import { watchDatabase } from "#src/platform/watch-database.server.ts";

const SILENCE_MS = 300;
const LET_IN = Buffer.from("R\0\0\0\x08\0\0\0\0", "latin1");
const STILL_HERE = Buffer.from("S\0\0\0\x08a\0b\0", "latin1");

/** Stands in for a PostgreSQL to which a connection takes so many words of it to open, said one by one, and then says no more. */
async function slowServer(words: number) {
  const spoken = Promise.withResolvers<"spoken">();
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    const end = () => clearInterval(speaking);
    socket.on("error", end).on("close", end).write(LET_IN);
    let count = 0;
    // far more often than the silence is looked at
    const speaking = setInterval(() => {
      socket.write(STILL_HERE);
      if (++count < words) return;
      end();
      spoken.resolve("spoken");
    }, 10);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `postgres://ronda@127.0.0.1:${(server.address() as AddressInfo).port}/ronda`;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url, spoken: spoken.promise, close };
}

test("a connection that takes long to open isn't given up while something is said on it, and is when no more is", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { url, spoken, close } = await slowServer((3 * SILENCE_MS) / 10);
  const away = Promise.withResolvers<"away">();
  const watch = watchDatabase(url, {
    silenceMs: SILENCE_MS,
    onAway: () => away.resolve("away"),
    onBack: async () => {},
    commits: { isSuspect: () => false, onStall: () => {}, onFlow: () => {} },
  });
  expect(await Promise.race([spoken, away.promise])).toBe("spoken");
  expect(await away.promise).toBe("away");
  await watch.stop();
  close();
  vi.restoreAllMocks();
});

test("a pool's connection as well", async () => {
  // two seconds at least: longer than it may be silent for
  const { url, spoken, close } = await slowServer(200);
  const pool = openPool(url, 1);
  const opening = pool.connect().then(
    () => "open",
    (error: Error) => error.message,
  );
  expect(await Promise.race([spoken, opening])).toBe("spoken");
  close();
  expect(await opening).not.toBe("open");
  await pool.end();
});
