import { z } from "zod";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { requestGroup } from "#src/modules/changes/groups/request-group.server.ts";
import {
  earliestDate,
  FIELDS,
  readFormValues,
  type RequestExtra,
  TRAP,
} from "#src/modules/changes/groups/rules/request-form.ts";
import { RequestGroup } from "#src/modules/changes/groups/schema.ts";
import { listDestinations } from "#src/modules/site/catalog/queries.server.ts";
import { requestContext, signedIn } from "#src/platform/context.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/private-groups";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [cities, actor] = await Promise.all([listDestinations(ctx), ctx.user()]);
  return {
    cities,
    own: actor.email ?? "",
    earliest: earliestDate(dateIn(ctx.now, HOME_ZONE)),
    formKey: crypto.randomUUID(),
  };
}

const Hidden = z.object({
  key: z
    .string()
    .regex(/^[\w-]{8,100}$/)
    .catch(() => crypto.randomUUID()),
  [TRAP]: z.string().catch(""),
});

export const action = async ({ context, request }: Route.ActionArgs) =>
  guestAct<RequestExtra>(
    await signedIn(context),
    await request.formData(),
    act({
      input: (form, { locale }) =>
        withHidden(
          RequestGroup.safeParse({ ...readFormValues(form), language: locale }),
          Hidden.safeParse(Object.fromEntries(form)),
        ),
      fields: FIELDS,
      typed: (form) => ({ formValues: readFormValues(form) }),
      run: (ctx, { key, [TRAP]: trap, ...wish }) => requestGroup(ctx, wish, { key, trap }),
      done: (_, { email }) => ({ email }),
      refusal: ({ reason }) =>
        reason === "date_past"
          ? { fieldErrors: [{ id: "date", message: "groups.error.datePast" }] }
          : reason === "city_unknown"
            ? { fieldErrors: [{ id: "city", message: "groups.error.city" }] }
            : undefined,
    }),
  );

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<RequestExtra>("groups.failed"));

export default later(
  "page-private-groups",
  async () => (await import("#src/modules/changes/groups/components/private-groups-page.tsx")).default,
  "touched",
);
