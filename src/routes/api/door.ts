import { SyncAnswer, SyncInput } from "#src/modules/evening/door/schema.ts";
import { syncDevice } from "#src/modules/evening/door/sync-device.server.ts";
import { endpoint } from "#src/api/endpoint.ts";

const sync = endpoint({
  method: "post",
  path: "/api/door/sync",
  summary: "Upload what was done at the door, and fetch what others did",
  description:
    "For the scanner on a phone, which authenticates by the secret that it got when it was registered. Events may be sent again and in any order; each gets an answer. Names leave the server only with a session.",
  takesSecret: true,
  mostBytes: 512 * 1024,
  body: SyncInput,
  personal: true,
  status: 200,
  answer: SyncAnswer,
  refusals: ["device_unknown", "too_many_attempts"],
  handle: (ctx, { body, token }) => syncDevice(ctx, token, body),
});

export const door = [sync];
