import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";

// A mock of Apple's push service, as "Sending Notification Requests to APNs" documents it: HTTP/2 only, the device in the path,
// the certificate's topic in a header. The product doesn't know that it exists.

type Push = { device: string; topic: string; body: string; certificate: string | null };
/** What is answered instead of 200, by device. */
type Planned = { status: number; reason: string };

/** Starts the mock, with TLS where `tls` is given; it then asks for the client's certificate. */
export async function startPush({ topic, tls }: { topic: string; tls?: { cert: string; key: string } }) {
  const pushes: Push[] = [];
  const planned = new Map<string, Planned>();
  const server = tls
    ? http2.createSecureServer({ ...tls, requestCert: true, rejectUnauthorized: false })
    : http2.createServer();
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on("session", (session: http2.ServerHttp2Session) => sessions.add(session));
  server.on("stream", (stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => {
    let body = "";
    stream.setEncoding("utf8").on("data", (part: string) => (body += part));
    stream.on("end", () => {
      const device = /^\/3\/device\/([\w-]+)$/.exec(headers[":path"] ?? "")?.[1] ?? "";
      const socket = stream.session?.socket as TLSSocket | undefined;
      const certificate = tls ? String(socket?.getPeerCertificate().subject?.CN ?? "") : null;
      pushes.push({ device, topic: String(headers["apns-topic"]), body, certificate });
      const answer = judge(headers, device, body);
      stream.respond({ ":status": answer.status, "content-type": "application/json" });
      stream.end(answer.status === 200 ? "" : JSON.stringify({ reason: answer.reason }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function judge(headers: http2.IncomingHttpHeaders, device: string, body: string): Planned {
    if (headers[":method"] !== "POST") return { status: 405, reason: "MethodNotAllowed" };
    if (device === "") return { status: 404, reason: "BadPath" };
    if (headers["apns-topic"] !== topic) return { status: 400, reason: "TopicDisallowed" };
    if (body !== "{}") return { status: 400, reason: "PayloadEmpty" };
    return planned.get(device) ?? { status: 200, reason: "" };
  }

  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://localhost:${port}`,
    pushes,
    planned,
    close: async () => {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
