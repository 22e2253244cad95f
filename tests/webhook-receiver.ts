import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";

export type Received = {
  id: string;
  headers: Record<string, string>;
  body: string;
  type: string;
  data: Record<string, unknown>;
};
type Answer = { status: number; headers?: Record<string, string> };

type Receiver = {
  url: string;
  received: Received[];
  answer: (message: Received) => Answer | null | Promise<Answer | null>;
};

/** Another system that takes messages at an address of this machine: `answer` decides what it says to each; null: nothing, ever. */
export function webhookReceiver(): Receiver {
  const friendly: Receiver["answer"] = () => ({ status: 204 });
  const it: Receiver = { url: "", received: [], answer: friendly };
  const server = http.createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", async () => {
      const headers = request.headers as Record<string, string>;
      const { type, data } = JSON.parse(body) as Pick<Received, "type" | "data">;
      const message = { id: headers["webhook-id"]!, headers, body, type, data };
      it.received.push(message);
      const answer = await it.answer(message);
      if (answer) response.writeHead(answer.status, answer.headers).end();
    });
  });
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    it.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  beforeEach(() => {
    it.received = [];
    it.answer = friendly;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return it;
}
