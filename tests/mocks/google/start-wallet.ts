import { verify, X509Certificate } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";

// A mock of Google Wallet's API and of the server that gives access to it, as their references document them: an object belongs to
// a class that exists, and what nobody saved isn't there. The product doesn't know that it exists.

type Stored = Record<string, unknown>;

/** Starts the mock for a service account; it checks the account's signature with its certificate. */
export async function startGoogleWallet({ email, certificate }: { email: string; certificate: string }) {
  const classes = new Map<string, Stored>();
  const objects = new Map<string, Stored>();
  const calls: string[] = [];
  /** Statuses that are answered instead, in turn. */
  const failing: number[] = [];
  const server = http.createServer((req, res) => {
    let raw = "";
    req.setEncoding("utf8").on("data", (part: string) => (raw += part));
    req.on("end", () => {
      const { status, body } = answerOf(req, raw);
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answerOf(req: http.IncomingMessage, raw: string): { status: number; body: object } {
    const path = req.url ?? "";
    calls.push(`${req.method} ${path}`);
    const planned = failing.shift();
    if (planned) return error(planned, "planned");
    if (path === "/token") return token(raw);
    if (req.headers.authorization !== "Bearer access-1") return error(401, "UNAUTHENTICATED");
    const [, kind = "", id] =
      /^\/walletobjects\/v1\/(eventTicketClass|eventTicketObject)(?:\/([\w.-]+))?$/.exec(path) ?? [];
    const stored = { eventTicketClass: classes, eventTicketObject: objects }[kind];
    if (!stored) return error(404, "no such path");
    const object = JSON.parse(raw) as Stored & { id: string; classId?: string };
    if (req.method === "POST" && kind === "eventTicketClass") {
      if (stored.has(object.id)) return error(409, "existing");
      stored.set(object.id, object);
      return { status: 200, body: object };
    }
    const before = id === undefined ? undefined : stored.get(id);
    if (req.method !== "PATCH" || !before || id === undefined) return error(404, "not found");
    if (object.classId !== undefined && !classes.has(object.classId)) return error(400, "class not found");
    stored.set(id, { ...before, ...object });
    return { status: 200, body: stored.get(id)! };
  }

  function token(raw: string) {
    const form = new URLSearchParams(raw);
    const [head = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
    const payload = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
    const genuine = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      new X509Certificate(certificate).publicKey,
      Buffer.from(signature, "base64url"),
    );
    const isRight =
      form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
      genuine &&
      payload["iss"] === email &&
      payload["aud"] === `${url}/token` &&
      payload["scope"] === "https://www.googleapis.com/auth/wallet_object.issuer";
    return isRight
      ? { status: 200, body: { access_token: "access-1", expires_in: 3599, token_type: "Bearer" } }
      : { status: 400, body: { error: "invalid_grant" } };
  }

  const error = (code: number, message: string) => ({ status: code, body: { error: { code, message } } });
  return { url, classes, objects, calls, failing, close: () => new Promise((resolve) => server.close(resolve)) };
}
