import type { IncomingMessage } from "node:http";
import { logRefusal } from "#src/platform/access-log.server.ts";
import { type Actor, type Services, unknownGuest } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { addressOf } from "#src/platform/request.server.ts";

/**
 * Notes a program that was refused in the access log; pages' guards note people themselves. A refusal that can't be noted, for
 * want of a database say, is one all the same.
 */
export const noteRefusal = (services: Services, actor: Actor, path: string): Promise<void> =>
  logRefusal({ ...services, now: services.clock(), actor }, path).catch((error: Error) =>
    log("warn", "refusal.not_noted", { error: error.message }),
  );

/** Notes who asked at the port of the metrics without their token. No proxy is before it. */
export const noteRefusedScrape = (services: Services, incoming: IncomingMessage): Promise<void> => {
  const address = addressOf({ incoming }, null, 0);
  return noteRefusal(services, unknownGuest(address, null, incoming.headers["user-agent"]), "/metrics");
};
