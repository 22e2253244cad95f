import { data, redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import WebhookPage, { type WebhookExtra } from "#src/modules/programs/webhooks/admin/webhook-page.tsx";
import { openEndpoint } from "#src/modules/programs/webhooks/queries.server.ts";
import { renewSecret, showSecret } from "#src/modules/programs/webhooks/renew-secret.server.ts";
import { replayMessages } from "#src/modules/programs/webhooks/replay-messages.server.ts";
import { DELIVERY_LIST } from "#src/modules/programs/webhooks/rules/delivery-list.ts";
import { WEBHOOK_REFUSALS } from "#src/modules/programs/webhooks/rules/refusals.ts";
import { changeEndpoint, deleteEndpoint, switchEndpoint } from "#src/modules/programs/webhooks/save-endpoint.server.ts";
import { ENDPOINT_FIELDS, EndpointFields, endpointTyped } from "#src/modules/programs/webhooks/schema.ts";
import { sendTest } from "#src/modules/programs/webhooks/send-test.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/webhook";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const filter = DELIVERY_LIST.read(searchParams);
  const page = await openEndpoint(ctx, params.id, filter);
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    throw data(null, { status: 404 });
  }
  const { endpoint, choices, deliveries, counts, size, total } = page;
  const history = await historyOf(ctx, [["webhook", endpoint.id]]);
  const log = { deliveries, counts, filter, size, total };
  return { endpoint, choices, log, history, added: searchParams.has("added") };
}

const Hidden = z.object({ version: z.coerce.number().int() }).transform(({ version }) => ({ seen_version: version }));

export const action = ({ params: { id }, ...args }: Route.ActionArgs) =>
  adminAct<WebhookExtra>(args, {
    refusals: WEBHOOK_REFUSALS,
    acts: {
      save: act({
        input: (form) =>
          withHidden(EndpointFields.safeParse(endpointTyped(form)), Hidden.safeParse(Object.fromEntries(form))),
        fields: ENDPOINT_FIELDS,
        run: (ctx, { seen_version: version, ...endpoint }) => changeEndpoint(ctx, { id, version, endpoint }),
        done: "webhooks-admin.flash.saved",
      }),
      activate: act({
        input: z.object({}),
        run: (ctx) => switchEndpoint(ctx, { id, isActive: true }),
        done: "webhooks-admin.flash.activated",
      }),
      deactivate: act({
        input: z.object({}),
        run: (ctx) => switchEndpoint(ctx, { id, isActive: false }),
        done: "webhooks-admin.flash.deactivated",
      }),
      delete: act({
        input: z.object({}),
        run: (ctx) => deleteEndpoint(ctx, { id }),
        done: (_, _input, { locale }) => {
          throw redirect(localizedPath("/admin/webhooks", locale));
        },
      }),
      show: act({
        input: z.object({}),
        run: (ctx) => showSecret(ctx, { id }),
        done: ({ secret }) => ({ secret }),
      }),
      renew: act({
        input: z.object({ secret_version: z.coerce.number().int() }),
        run: (ctx, { secret_version: version }) => renewSecret(ctx, { id, version }),
        done: ({ secret }) => ({ secret, flash: "webhooks-admin.flash.renewed" }),
      }),
      test: act({
        input: z.object({}),
        run: (ctx) => sendTest(ctx, { id }),
        done: ({ isFine, status, error, milliseconds }) => {
          const [why = null, ...says] = error?.split(" ") ?? [];
          return { test: { isFine, status, error: why, says: says.join(" "), milliseconds } };
        },
      }),
      replay: act({
        input: z.object({ n: z.string().regex(/^\d{1,18}$/) }),
        run: (ctx, { n }) => replayMessages(ctx, { id, n }),
        done: ({ count }) => ({ flash: "webhooks-admin.flash.replayed", values: { count } }),
      }),
      replay_dead: act({
        input: z.object({}),
        run: (ctx) => replayMessages(ctx, { id, n: null }),
        done: ({ count }) => ({ flash: "webhooks-admin.flash.replayed", values: { count } }),
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "webhooks-admin.refused.failed");

export default WebhookPage;
