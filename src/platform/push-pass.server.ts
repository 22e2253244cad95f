import http2 from "node:http2";
import type { AppleWallet } from "#src/platform/wallet-settings.server.ts";

/** A connection to Apple's push service. `send` tells one device that a pass of it changed; `close` ends the connection. */
export type Push = { send: (pushToken: string) => Promise<"told" | "gone">; close: () => void };

const TIMEOUT_MS = 10_000;

/** Answers by which a device has no such pass any more ("Handling Notification Responses from APNs"). */
const GONE = ["BadDeviceToken", "DeviceTokenNotForTopic", "Unregistered", "ExpiredToken"];

/**
 * Opens Apple's push service with the pass type's certificate, which is how passes are pushed; its topic is the pass type, and there
 * is nothing in a push. `send` rejects with what may be another answer later. `ca`: who signed the service's certificate, where that
 * isn't one of the known authorities.
 */
export function openPush({ passTypeId, signer }: AppleWallet, url: string, ca?: string): Push {
  let session: http2.ClientHttp2Session | undefined;
  const opened = () => {
    if (!session || session.closed || session.destroyed) {
      session = http2.connect(url, { cert: signer.certificate, key: signer.key, ...(ca ? { ca } : {}) });
      // each request rejects by itself
      session.on("error", () => {});
    }
    return session;
  };
  return {
    send: async (pushToken) => {
      const { status, body } = await post(opened(), {
        ":method": "POST",
        ":path": `/3/device/${pushToken}`,
        "apns-topic": passTypeId,
        "apns-push-type": "background",
        "apns-priority": "5",
      });
      if (status === 200) return "told";
      if (status === 410 || (status === 400 && GONE.some((reason) => body.includes(reason)))) return "gone";
      throw new Error(`Apple's push service answered ${status}: ${body.slice(0, 200)}`);
    },
    close: () => session?.close(),
  };
}

function post(
  session: http2.ClientHttp2Session,
  headers: http2.OutgoingHttpHeaders,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    let [status, body] = [0, ""];
    stream.setEncoding("utf8");
    stream.on("response", (answer) => (status = answer[":status"] ?? 0));
    stream.on("data", (part: string) => (body = (body + part).slice(0, 1_000)));
    stream.on("end", () => (status > 0 ? resolve({ status, body }) : reject(new Error("no answer"))));
    stream.on("error", reject);
    stream.end("{}");
  });
}
