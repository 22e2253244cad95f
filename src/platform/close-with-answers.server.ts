import type { Server, ServerResponse } from "node:http";

/**
 * Once a process is stopping, closes each connection of its server with the answer that it waits for, those in flight included:
 * kept-alive ones would hold up the end, and a proxy would send its next request into them.
 */
export function closeWithAnswers(http: Server, stopping: AbortSignal): void {
  const inFlight = new Set<ServerResponse>();
  http.on("request", (_, res) => {
    if (stopping.aborted) return closeWith(res);
    inFlight.add(res);
    res.once("close", () => inFlight.delete(res));
  });
  stopping.addEventListener("abort", () => inFlight.forEach(closeWith));
}

function closeWith(res: ServerResponse): void {
  const { socket } = res;
  if (res.headersSent) res.once("finish", () => socket?.destroySoon());
  else res.setHeader("connection", "close");
}
