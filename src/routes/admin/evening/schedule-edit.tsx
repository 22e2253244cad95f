import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { z } from "zod";
import { historyOfNight } from "#src/modules/office/audit-log/queries.server.ts";
import { deleteDeparture } from "#src/modules/sales/schedule/delete-departure.server.ts";
import { type SideExtra } from "#src/modules/sales/schedule/admin/departure-side.tsx";
import { type EditExtra } from "#src/modules/sales/schedule/admin/edit-form.tsx";
import { candidatesFor, shiftsOf } from "#src/modules/evening/guides/queries.server.ts";
import { duplicateDeparture } from "#src/modules/sales/schedule/duplicate-departure.server.ts";
import { editDeparture } from "#src/modules/sales/schedule/edit-departure.server.ts";
import { departureToEdit, termsOf } from "#src/modules/sales/schedule/queries.server.ts";
import { fieldErrorsOf, inputOf, type FormValues, readFormValues } from "#src/modules/sales/schedule/rules/form.ts";
import { type DepartureTerms, DuplicateDeparture, EditDeparture } from "#src/modules/sales/schedule/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, type Read } from "#src/routes/shared/act.server.ts";
import type { Refusals } from "#src/ui/form/answer.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/schedule-edit";
import EditSchedule from "#src/modules/evening/guides/admin/schedule-edit-page.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await departureToEdit(ctx, params.id);
  if (page.ok) return { ...page, ...(await aroundNight(ctx, page.departure)), formKey: crypto.randomUUID() };
  if (page.reason === "forbidden") throw refused(page);
  throw data(null, { status: 404 });
}

/** Whose shift it is and could be, and for who may read the audit log what was done to it. */
async function aroundNight(ctx: RequestContext, night: { id: string; series_id: string | null }) {
  const [guides, candidates, history] = await Promise.all([
    shiftsOf(ctx, [night.id]),
    candidatesFor(ctx, night.id),
    historyOfNight(ctx, night),
  ]);
  return { guides: guides.get(night.id) ?? null, candidates, history };
}

const DuplicateNight = DuplicateDeparture.extend({ key: z.string() });

const REFUSALS = {
  already_scheduled: { id: "date", message: "schedule-admin.error.clash" },
  in_the_past: { id: "date", message: "schedule-admin.error.past" },
  date_of_series: { id: "date", message: "schedule-admin.error.dateOfSeries" },
  impossible_time: { id: "start_time", message: "schedule-admin.error.impossible" },
  failed: "schedule-admin.formError.departure_over",
} as const satisfies Refusals;

/** What was typed, and the hidden fields beside it. */
function readEdit(form: FormData): Read<{ terms: DepartureTerms; formValues: FormValues }> {
  const formValues = readFormValues(form);
  const read = EditDeparture.safeParse(inputOf(formValues));
  return read.success ? { success: true, data: { terms: read.data, formValues } } : read;
}

export const action = ({ params: { id }, ...args }: Route.ActionArgs) =>
  adminAct<EditExtra & SideExtra>(args, {
    refusals: REFUSALS,
    acts: {
      edit: act({
        input: readEdit,
        fields: fieldErrorsOf,
        typed: (form) => ({ formValues: readFormValues(form) }),
        run: (ctx, { terms, formValues: { version, scope, consent } }) =>
          editDeparture(ctx, {
            id,
            version: Number(version),
            terms,
            scope: scope === "following" ? "following" : "one",
            consent: consent ?? "",
          }),
        done: ({ changed }) => ({ flash: "schedule-admin.saved", values: { count: changed } }),
        refusal: (refusal) => {
          if (refusal.reason === "departure_not_found") throw data(null, { status: 404 });
          if (refusal.reason === "needs_consent") return { ask: refusal };
          if (refusal.reason === "changed_meanwhile")
            return { conflict: { terms: termsOf(refusal.current), version: refusal.current.version } };
          if (refusal.reason === "departure_cancelled")
            return { formError: "schedule-admin.formError.departure_cancelled" };
          return refusal.reason in REFUSALS ? undefined : { formError: REFUSALS.failed };
        },
      }),
      duplicate: act({
        input: (form) =>
          DuplicateNight.safeParse({ id, date: form.get("date") ?? "", key: form.get("key") || crypto.randomUUID() }),
        fields: fieldErrorsOf,
        run: (ctx, { key, ...night }) => duplicateDeparture(ctx, night, key),
        done: ({ ids }, _, ctx) => {
          throw redirect(localizedPath(`/admin/schedule/edit/${ids[0]}?done=duplicated`, ctx.locale));
        },
        refusal: ({ reason }) => (reason in REFUSALS ? undefined : { formError: REFUSALS.failed }),
      }),
      delete: act({
        input: z.object({}),
        run: (ctx) => deleteDeparture(ctx, id),
        done: ({ date }, _, ctx) => {
          throw redirect(localizedPath(`/admin/schedule?date=${date}&done=deleted`, ctx.locale));
        },
        refusal: (refusal) => {
          if (refusal.reason === "was_booked") return { bookings: refusal.bookings };
          if (refusal.reason === "was_open") return { formError: "schedule-admin.delete.open" };
          if (refusal.reason === "has_guides") return { formError: "schedule-admin.delete.guides" };
          throw data(null, { status: 404 });
        },
      }),
    },
  });

export default EditSchedule;
