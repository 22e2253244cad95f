import net from "node:net";

/** How a statement is asked to run: by name or text with values (Execute), or as plain text (Query). */
const RUNS = new Set(["E", "Q"].map((letter) => letter.charCodeAt(0)));

/** A way to a database that counts the statements sent through it. */
export async function countStatements(databaseUrl: string) {
  const to = new URL(databaseUrl);
  let count = 0;
  const proxy = net.createServer((client) => {
    const database = net.connect(Number(to.port), to.hostname);
    let bytes = Buffer.alloc(0);
    let began = false;
    client.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        // only the first message has no type before its length
        const at = began ? 1 : 0;
        if (bytes.length < at + 4) break;
        const size = at + bytes.readInt32BE(at);
        if (bytes.length < size) break;
        if (began && RUNS.has(bytes[0]!)) count++;
        began = true;
        bytes = bytes.subarray(size);
      }
    });
    for (const [from, into] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on("error", () => into.destroy()).on("close", () => into.destroy());
      from.pipe(into);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  return {
    url: url.href,
    /** How many statements are sent while something is done. */
    during: async (work: () => Promise<unknown>): Promise<number> => {
      const before = count;
      await work();
      return count - before;
    },
    close: () => proxy.close(),
  };
}
