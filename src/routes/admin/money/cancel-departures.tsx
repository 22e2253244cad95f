import { data } from "react-router";
import type { CancellationExtra } from "#src/modules/changes/cancellation/admin/cancel-preview.tsx";
import { cancelDepartures } from "#src/modules/changes/cancellation/cancel-departure.server.ts";
import { cancellationsPage } from "#src/modules/changes/cancellation/queries.server.ts";
import { CANCEL_FIELDS, CancelDepartures, MOST_NIGHTS } from "#src/modules/changes/cancellation/schema.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { CANCEL_REFUSALS, retryAct, typedToCancel } from "#src/routes/admin/shared/cancel-acts.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/cancel-departures";
import CancelDeparturesPage from "#src/modules/changes/cancellation/admin/cancel-departures-page.tsx";

/** A refused preview is computed again; by default the router doesn't revalidate after a refusal. */
export const shouldRevalidate = () => true;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ids = (new URL(request.url).searchParams.get("nights") ?? "").split(",").filter(Boolean);
  const page = await cancellationsPage(await staffContext(context), ids.slice(0, MOST_NIGHTS));
  if (!page.ok) throw refused(page);
  if (page.ahead.length + page.boards.length + page.over === 0) throw data(null, { status: 404 });
  return page;
}

export const action = (args: Route.ActionArgs) =>
  adminAct<CancellationExtra>(args, {
    refusals: CANCEL_REFUSALS,
    acts: {
      cancel: act({
        input: (form) => CancelDepartures.safeParse({ nights: form.getAll("night"), ...typedToCancel(form) }),
        fields: CANCEL_FIELDS,
        run: cancelDepartures,
        // the notes stay for the nights that were refused
        done: (result, { word, note_en, note_es, choice }) => ({
          refused: result.refused,
          formValues: { word, note_en, note_es, choice: choice ? "on" : "" },
        }),
        typed: (form) => ({ formValues: typedToCancel(form) }),
      }),
      retry: retryAct,
    },
  });

export default CancelDeparturesPage;
