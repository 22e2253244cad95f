import { once } from "node:events";
import { Agent, createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { closeWithAnswers } from "#src/platform/close-with-answers.server.ts";

test.each([
  ["hasn't begun", false],
  ["has begun", true],
])("a server that stops ends with its last answer, also one that %s", async (_, begun) => {
  const server = createServer();
  const stopping = new AbortController();
  closeWithAnswers(server, stopping.signal);
  const wish = Promise.withResolvers<ServerResponse>();
  server.on("request", (req, res) => {
    if (req.url === "/now") return void res.end("now");
    if (begun) res.write("begun, ");
    wish.resolve(res);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const asking = request({ port, path, agent }, (res) => {
        let text = "";
        res.on("data", (chunk: Buffer) => (text += chunk.toString()));
        res.on("end", () => resolve(`${res.headers.connection}: ${text}`));
      });
      asking.on("error", reject).end();
    });
  expect(await ask("/now")).toBe("keep-alive: now");
  const slow = ask("/slow");
  const answer = await wish.promise;
  stopping.abort();
  expect(await ask("/now")).toBe("close: now");
  const closed = once(server, "close");
  server.close();
  answer.end("slow");
  // its header has left already where it had begun
  expect(await slow).toBe(begun ? "keep-alive: begun, slow" : "close: slow");
  await closed;
  agent.destroy();
});
