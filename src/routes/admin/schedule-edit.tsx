import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { deleteDeparture } from "#src/modules/sales/schedule/delete-departure.server.ts";
import { type SideAnswer } from "#src/modules/sales/schedule/admin/departure-side.tsx";
import { type EditAnswer } from "#src/modules/sales/schedule/admin/edit-form.tsx";
import { candidatesFor, shiftsOf } from "#src/modules/evening/guides/queries.server.ts";
import { duplicateDeparture } from "#src/modules/sales/schedule/duplicate-departure.server.ts";
import { editDeparture } from "#src/modules/sales/schedule/edit-departure.server.ts";
import { departureToEdit, termsOf } from "#src/modules/sales/schedule/queries.server.ts";
import { fieldErrorsOf, inputOf, type FormValues, readFormValues } from "#src/modules/sales/schedule/rules/form.ts";
import { DuplicateDeparture, EditDeparture } from "#src/modules/sales/schedule/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/schedule-edit";
import EditSchedule from "#src/modules/evening/guides/admin/schedule-edit-page.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await departureToEdit(ctx, params.id);
  if (seen.ok) return { ...seen, ...(await guidesOf(ctx, params.id)), formKey: crypto.randomUUID() };
  if (seen.reason === "forbidden") throw refused(seen);
  throw data(null, { status: 404 });
}

async function guidesOf(ctx: RequestContext, id: string) {
  const [guides, candidates] = await Promise.all([shiftsOf(ctx, [id]), candidatesFor(ctx, id)]);
  return { guides: guides.get(id) ?? null, candidates };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const formValues = readFormValues(await request.formData());
  if (formValues["intent"] === "delete") return remove(ctx, params.id);
  return formValues["intent"] === "duplicate"
    ? duplicate(ctx, params.id, formValues)
    : save(ctx, params.id, formValues);
}

const answered = <Answer extends object>(answer: Answer, status: number) => data<Answer>(answer, { status });

/** The field error of each refusal. */
const FIELD_ERRORS: Record<string, FieldError> = {
  already_scheduled: { id: "date", message: "schedule-admin.error.clash" },
  in_the_past: { id: "date", message: "schedule-admin.error.past" },
  date_of_series: { id: "date", message: "schedule-admin.error.dateOfSeries" },
  impossible_time: { id: "start_time", message: "schedule-admin.error.impossible" },
};

const TROUBLES: Record<string, MessageId> = {
  departure_over: "schedule-admin.formError.departure_over",
  departure_cancelled: "schedule-admin.formError.departure_cancelled",
};

async function save(ctx: RequestContext, id: string, formValues: FormValues) {
  const at = ctx.now.getTime();
  const asked = EditDeparture.safeParse(inputOf(formValues));
  const answer = (body: Partial<EditAnswer>, status: number) =>
    answered<EditAnswer>({ formValues, ...body, at }, status);
  if (!asked.success) return answer({ fieldErrors: fieldErrorsOf(asked.error.issues) }, 422);
  const result = await editDeparture(ctx, {
    id,
    version: Number(formValues["version"]),
    terms: asked.data,
    scope: formValues["scope"] === "following" ? "following" : "one",
    consent: formValues["consent"] ?? "",
  });
  if (result.ok)
    return answered<EditAnswer>({ flash: "schedule-admin.saved", values: { count: result.changed }, at }, 200);
  if (result.reason === "forbidden") throw refused(result);
  if (result.reason === "departure_not_found") throw data(null, { status: 404 });
  if (result.reason === "needs_consent") return answer({ ask: result }, 409);
  if (result.reason === "changed_meanwhile")
    return answer({ conflict: { terms: termsOf(result.current), version: result.current.version } }, 409);
  const fieldError = FIELD_ERRORS[result.reason];
  return fieldError
    ? answer({ fieldErrors: [fieldError] }, 409)
    : answer({ formError: TROUBLES[result.reason] ?? "schedule-admin.formError.departure_over" }, 409);
}

async function duplicate(ctx: RequestContext, id: string, formValues: FormValues) {
  const asked = DuplicateDeparture.safeParse({ id, date: formValues["date"] ?? "" });
  if (!asked.success)
    return answered<SideAnswer>({ act: "duplicate", fieldErrors: fieldErrorsOf(asked.error.issues) }, 422);
  const result = await duplicateDeparture(ctx, asked.data, formValues["key"] || crypto.randomUUID());
  if (!result.ok) {
    if (result.reason === "forbidden") throw refused(result);
    const formError = FIELD_ERRORS[result.reason]?.message ?? "schedule-admin.formError.departure_over";
    return answered<SideAnswer>({ act: "duplicate", formError }, 409);
  }
  throw redirect(localizedPath(`/admin/schedule/edit/${result.ids[0]}?done=duplicated`, ctx.locale), {});
}

async function remove(ctx: RequestContext, id: string) {
  const result = await deleteDeparture(ctx, id);
  if (result.ok) throw redirect(localizedPath(`/admin/schedule?date=${result.date}&done=deleted`, ctx.locale));
  if (result.reason === "forbidden") throw refused(result);
  if (result.reason === "was_booked") return answered<SideAnswer>({ act: "delete", bookings: result.bookings }, 409);
  if (result.reason === "was_open")
    return answered<SideAnswer>({ act: "delete", formError: "schedule-admin.delete.open" }, 409);
  if (result.reason === "has_guides")
    return answered<SideAnswer>({ act: "delete", formError: "schedule-admin.delete.guides" }, 409);
  throw data(null, { status: 404 });
}

export default EditSchedule;
