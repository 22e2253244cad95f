import { randomUUID } from "node:crypto";
import { renewSecret, showSecret } from "#src/modules/programs/webhooks/renew-secret.server.ts";
import { replayMessages } from "#src/modules/programs/webhooks/replay-messages.server.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  switchEndpoint,
} from "#src/modules/programs/webhooks/save-endpoint.server.ts";
import { EndpointFields } from "#src/modules/programs/webhooks/schema.ts";
import { sendTest } from "#src/modules/programs/webhooks/send-test.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Nobody is there: an address of this machine, which is never called. */
const fields = (description: string) =>
  EndpointFields.parse({
    url: "https://system.example/hook",
    description,
    types: ["booking.confirmed"],
    partner_id: "",
    cities: [],
  });

/** Acts on the systems that are told what happens. */
export function webhookRows(stage: StaffStage): Row[] {
  const needs = ["settings.change"] as const;
  const newEndpoint = async () =>
    granted(await addEndpoint(stage.as("admin"), { id: randomUUID(), endpoint: fields("Canal") })).id;
  const switchedOff = async () => {
    const id = await newEndpoint();
    granted(await switchEndpoint(stage.as("admin"), { id, isActive: false }));
    return id;
  };
  const saving = { of: ["programs/webhooks/save-endpoint"], needs };
  const ofSecret = { of: ["programs/webhooks/renew-secret"], needs };

  return [
    {
      act: "add a webhook",
      ...saving,
      leaves: "webhook.created",
      again: "done",
      prepare: async () => {
        const input = { id: randomUUID(), endpoint: fields("Canal") };
        return does((ctx) => addEndpoint(ctx, input), ["webhook", input.id]);
      },
    },
    {
      act: "change a webhook",
      ...saving,
      leaves: "webhook.updated",
      again: "done",
      prepare: async () => {
        const input = { id: await newEndpoint(), version: 1, endpoint: fields("Otro canal") };
        return does((ctx) => changeEndpoint(ctx, input), ["webhook", input.id]);
      },
    },
    {
      act: "webhook: switch off",
      ...saving,
      leaves: "webhook.deactivated",
      again: "done",
      prepare: async () => {
        const id = await newEndpoint();
        return does((ctx) => switchEndpoint(ctx, { id, isActive: false }), ["webhook", id]);
      },
    },
    {
      act: "webhook: switch on",
      ...saving,
      leaves: "webhook.activated",
      again: "done",
      prepare: async () => {
        const id = await switchedOff();
        return does((ctx) => switchEndpoint(ctx, { id, isActive: true }), ["webhook", id]);
      },
    },
    {
      act: "delete a webhook",
      ...saving,
      leaves: "webhook.deleted",
      again: "endpoint_not_found",
      prepare: async () => {
        const id = await switchedOff();
        return does((ctx) => deleteEndpoint(ctx, { id }), ["webhook", id]);
      },
    },
    {
      act: "webhook: show its secret",
      ...ofSecret,
      leaves: "webhook.secret_read",
      again: "another act",
      prepare: async () => {
        const id = await newEndpoint();
        return does((ctx) => showSecret(ctx, { id }), ["webhook", id]);
      },
    },
    {
      act: "webhook: make a new secret",
      ...ofSecret,
      leaves: "webhook.secret_renewed",
      // makes none, and reads the new one
      again: "another act",
      prepare: async () => {
        const id = await newEndpoint();
        return does((ctx) => renewSecret(ctx, { id, version: 1 }), ["webhook", id]);
      },
    },
    {
      act: "webhook: send a test",
      of: ["programs/webhooks/send-test"],
      needs,
      leaves: "webhook.tested",
      again: "another act",
      prepare: async () => {
        const id = await newEndpoint();
        const { settings } = stage.as("admin");
        const url = "https://127.0.0.1/hook";
        await stage.db().updateTable("webhook_endpoints").set({ url }).where("id", "=", id).execute();
        return does((ctx) => sendTest({ ...ctx, settings }, { id }), ["webhook", id]);
      },
    },
    {
      act: "webhook: send again what was given up",
      of: ["programs/webhooks/replay-messages"],
      needs,
      leaves: "webhook.replayed",
      again: "done",
      prepare: async () => {
        const id = await newEndpoint();
        const { n } = await stage
          .db()
          .insertInto("webhook_events")
          .values({ type: "booking.confirmed", subject: id, data: JSON.stringify({ id }), at: stage.as("admin").now })
          .returning("n")
          .executeTakeFirstOrThrow();
        await stage
          .db()
          .insertInto("webhook_deliveries")
          .values({ event_n: n, endpoint_id: id, subject: id, state: "dead", next_at: stage.as("admin").now })
          .execute();
        return does((ctx) => replayMessages(ctx, { id, n: null }), ["webhook", id]);
      },
    },
  ];
}
