import { data } from "react-router";
import type { BulkAnswer } from "#src/modules/sales/schedule/admin/bulk-edit.tsx";
import { editSelection } from "#src/modules/sales/schedule/edit-selection.server.ts";
import { adminSchedule } from "#src/modules/sales/schedule/queries.server.ts";
import { bulkFieldErrors, bulkInput, readFormValues } from "#src/modules/sales/schedule/rules/form.ts";
import { BulkEdit } from "#src/modules/sales/schedule/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/schedule";
import Schedule from "#src/modules/sales/schedule/admin/schedule-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const seen = await adminSchedule(await staffContext(context), new URL(request.url).searchParams);
  if (!seen.ok) throw refused(seen);
  return seen;
}

/** Changes several departures at once. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const answer = (body: Omit<BulkAnswer, "at">, status: number) =>
    data<BulkAnswer>({ ...body, at: ctx.now.getTime() }, { status });
  const asked = BulkEdit.safeParse(bulkInput(form));
  if (!asked.success) return answer({ fieldErrors: bulkFieldErrors(asked.error.issues) }, 422);
  const result = await editSelection(ctx, { ...asked.data, consent: readFormValues(form)["consent"] ?? "" });
  if (result.ok) return answer({ flash: "schedule-admin.bulk.done", values: { count: result.changed } }, 200);
  if (result.reason === "forbidden") throw refused(result);
  if (result.reason === "needs_consent") return answer({ ask: result }, 409);
  return answer({ formError: `schedule-admin.formError.${result.reason}` }, 409);
}

export default Schedule;
