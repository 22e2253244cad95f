import { z } from "zod";
import type { BulkExtra } from "#src/modules/sales/schedule/admin/bulk-edit.tsx";
import { editSelection } from "#src/modules/sales/schedule/edit-selection.server.ts";
import { adminSchedule } from "#src/modules/sales/schedule/queries.server.ts";
import { bulkFieldErrors, bulkInput } from "#src/modules/sales/schedule/rules/form.ts";
import { BulkEdit } from "#src/modules/sales/schedule/schema.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/schedule";
import Schedule from "#src/modules/sales/schedule/admin/schedule-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = await adminSchedule(await staffContext(context), new URL(request.url).searchParams);
  if (!page.ok) throw refused(page);
  return page;
}

/** Changes several departures at once. */
export const action = (args: Route.ActionArgs) =>
  adminAct<BulkExtra>(args, {
    refusals: { failed: "schedule-admin.formError.nothing_to_change" },
    acts: {
      bulk: act({
        input: (form) => withHidden(BulkEdit.safeParse(bulkInput(form)), Consent.safeParse(Object.fromEntries(form))),
        fields: bulkFieldErrors,
        run: editSelection,
        done: ({ changed }) => ({ flash: "schedule-admin.bulk.done", values: { count: changed } }),
        refusal: (refusal) =>
          refusal.reason === "needs_consent"
            ? { ask: refusal }
            : { formError: `schedule-admin.formError.${refusal.reason}` as const },
      }),
    },
  });

const Consent = z.object({ consent: z.string().default("") });

export default Schedule;
