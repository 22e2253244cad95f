import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Once a process is stopping, closes each connection of its server with the answer that it waits for, those in flight included:
 * kept-alive ones would hold up the end, and a proxy would send its next request into them.
 */
export function closeWithAnswers(http: Server, stopping: AbortSignal): void {
  // the last answer of each open connection: a listener per answer would cost a kept page a tenth
  const last = new Map<Socket, ServerResponse>();
  http.on("connection", (socket) => socket.once("close", () => last.delete(socket)));
  http.on("request", ({ socket }, res) => {
    if (stopping.aborted) return closeWith(res);
    last.set(socket, res);
  });
  stopping.addEventListener("abort", () => {
    for (const res of last.values()) if (!res.writableFinished) closeWith(res);
  });
}

function closeWith(res: ServerResponse): void {
  const { socket } = res;
  if (res.headersSent) res.once("finish", () => socket?.destroySoon());
  else res.setHeader("connection", "close");
}
