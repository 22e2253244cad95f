import { redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import NewWebhook from "#src/modules/programs/webhooks/admin/new-webhook-page.tsx";
import { endpointToAdd } from "#src/modules/programs/webhooks/queries.server.ts";
import { WEBHOOK_REFUSALS } from "#src/modules/programs/webhooks/rules/refusals.ts";
import { addEndpoint } from "#src/modules/programs/webhooks/save-endpoint.server.ts";
import { ENDPOINT_FIELDS, EndpointFields, endpointTyped } from "#src/modules/programs/webhooks/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/new-webhook";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await endpointToAdd(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { id: page.id, choices: page.choices };
}

const Hidden = z.object({ id: z.uuid() }).transform(({ id }) => ({ new_id: id }));

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: WEBHOOK_REFUSALS,
    acts: {
      save: act({
        input: (form) =>
          withHidden(EndpointFields.safeParse(endpointTyped(form)), Hidden.safeParse(Object.fromEntries(form))),
        fields: ENDPOINT_FIELDS,
        run: (ctx, { new_id: id, ...endpoint }) => addEndpoint(ctx, { id, endpoint }),
        done: ({ id }, _, { locale }) => {
          throw redirect(localizedPath(`/admin/webhooks/${id}?added=1`, locale));
        },
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "webhooks-admin.refused.failed");

export default NewWebhook;
