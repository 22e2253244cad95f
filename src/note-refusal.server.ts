import type { IncomingMessage } from "node:http";
import { logRefusal } from "#src/platform/access-log.server.ts";
import { type Actor, type Services, unknownGuest } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { addressOf } from "#src/platform/request.server.ts";

/**
 * Records a refused API client in the access log; the guard of pages records people itself. A refusal stands even if it can't be
 * recorded, for example without a database.
 */
export const noteRefusal = (services: Services, actor: Actor, path: string): Promise<void> =>
  logRefusal({ ...services, now: services.clock(), actor }, path).catch((error: Error) =>
    log("warn", "refusal.not_noted", { error: error.message }),
  );

/** Records a request to the metrics port without its token. There is no proxy in front of it. */
export const noteRefusedScrape = (services: Services, incoming: IncomingMessage): Promise<void> => {
  const address = addressOf({ incoming }, null, 0);
  return noteRefusal(services, unknownGuest(address, null, incoming.headers["user-agent"]), "/metrics");
};
