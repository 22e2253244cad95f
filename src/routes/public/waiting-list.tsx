import { z } from "zod";
import { requestContext, signedIn } from "#src/platform/context.server.ts";
import { fullNights } from "#src/modules/sales/schedule/queries.server.ts";
import { peopleFor, peopleIn } from "#src/modules/sales/schedule/rules/calendar.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { joinList } from "#src/modules/sales/waiting/join-list.server.ts";
import { FIELDS, type JoinExtra, readFormValues, TRAP } from "#src/modules/sales/waiting/rules/join-form.ts";
import { JoinList } from "#src/modules/sales/waiting/schema.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/waiting-list";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const departure = query.get("departure") ?? "";
  const [{ maxPeople, waitingMinutes }, actor] = await Promise.all([appSettings(ctx), ctx.user()]);
  const people = peopleFor(peopleIn(query.get("people")), { available_spots: maxPeople });
  const found = await fullNights(ctx, departure, people);
  return { found, departure, people, maxPeople, minutes: waitingMinutes, own: actor.email ?? "" };
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  guestAct<JoinExtra>(
    await signedIn(context),
    await request.formData(),
    act({
      input: (form, { locale }) => {
        const { nights, ...entered } = readFormValues(form);
        return withHidden(
          JoinList.safeParse({ ...entered, departure_ids: nights, language: locale }),
          Hidden.safeParse(Object.fromEntries(form)),
        );
      },
      fields: FIELDS,
      typed: (form) => ({ formValues: readFormValues(form) }),
      run: (ctx, { [TRAP]: trap, ...input }) => joinList(ctx, input, trap),
      done: (_, { email }) => ({ email }),
      refusal: ({ reason }) => (reason === "places_free" ? { formError: "waiting.error.places_free" } : undefined),
    }),
  );

const Hidden = z.object({ [TRAP]: z.string().catch("") });

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<JoinExtra>("waiting.error.failed"));

export default later(
  "page-waiting-list",
  async () => (await import("#src/modules/sales/waiting/components/waiting-list-page.tsx")).default,
  "touched",
);
