import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { cancelDeparture } from "#src/modules/changes/cancellation/cancel-departure.server.ts";
import { type CancellationExtra } from "#src/modules/changes/cancellation/admin/cancel-preview.tsx";
import { cancellationPage } from "#src/modules/changes/cancellation/queries.server.ts";
import { CANCEL_FIELDS, CancelDeparture } from "#src/modules/changes/cancellation/schema.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { CANCEL_REFUSALS, retryAct, typedToCancel } from "#src/routes/admin/shared/cancel-acts.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/cancel-departure";
import CancelDeparturePage from "#src/modules/changes/cancellation/admin/cancel-departure-page.tsx";

/** A refused preview is computed again; by default the router doesn't revalidate after a refusal. */
export const shouldRevalidate = () => true;

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await cancellationPage(await staffContext(context), params.id);
  if (page.ok) return page;
  throw page.reason === "forbidden" ? refused(page) : data(null, { status: 404 });
}

export const action = ({ params: { id }, ...args }: Route.ActionArgs) =>
  adminAct<CancellationExtra>(args, {
    refusals: CANCEL_REFUSALS,
    acts: {
      cancel: act({
        input: (form) =>
          CancelDeparture.safeParse({
            departure_id: id,
            fingerprint: form.get("fingerprint"),
            ...typedToCancel(form),
          }),
        fields: CANCEL_FIELDS,
        run: cancelDeparture,
        done: (_, _input, ctx) => {
          throw redirect(localizedPath(`/admin/schedule/cancel/${id}`, ctx.locale));
        },
        typed: (form) => ({ formValues: typedToCancel(form) }),
        refusal: ({ reason }) => {
          if (reason === "departure_not_found") throw data(null, { status: 404 });
          return reason === "word_wrong" ? undefined : { stale: reason === "stale_preview" };
        },
      }),
      retry: retryAct,
    },
  });

export default CancelDeparturePage;
