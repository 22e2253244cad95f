import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import {
  createDepartures,
  planDepartures,
  type SeriesInput,
} from "#src/modules/sales/schedule/create-departures.server.ts";
import { type NewAnswer } from "#src/modules/sales/schedule/admin/new-departures.tsx";
import { departuresToCreate, saleOfCreated } from "#src/modules/sales/schedule/queries.server.ts";
import { fieldErrorsOf, inputOf, readFormValues } from "#src/modules/sales/schedule/rules/form.ts";
import { CreateDeparture, CreateSeries } from "#src/modules/sales/schedule/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/schedule-new";
import NewSchedule from "#src/modules/sales/schedule/admin/schedule-new-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const isSeries = params.get("kind") === "series";
  const [date, crawl] = [params.get("date"), params.get("crawl")];
  const seen = await departuresToCreate(await staffContext(context), { date, crawl, isSeries });
  if (!seen.ok) throw refused(seen);
  return { ...seen, isSeries, formKey: crypto.randomUUID() };
}

/** The field error of each refusal of a single departure. */
const FIELD_ERRORS: Record<string, FieldError> = {
  already_scheduled: { id: "date", message: "schedule-admin.error.clash" },
  in_the_past: { id: "date", message: "schedule-admin.error.past" },
  impossible_time: { id: "start_time", message: "schedule-admin.error.impossible" },
  crawl_not_found: { id: "crawl_id", message: "schedule-admin.error.crawl" },
};

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const formValues = readFormValues(form);
  const isSeries = formValues["kind"] === "series";
  const answer = (body: Partial<NewAnswer>, status: number) =>
    data<NewAnswer>(
      { formValues, fieldErrors: [], formError: null, planned: null, ...body, at: ctx.now.getTime() },
      { status },
    );
  const asked = read(formValues, isSeries);
  const isPreview = formValues["intent"] === "preview";
  // a field not filled in yet is no error of a preview
  if (!asked.ok) return isPreview ? answer({}, 200) : answer({ fieldErrors: asked.fieldErrors }, 422);
  if (isPreview || (isSeries && !formValues["expected"])) {
    const planned = await planDepartures(ctx, asked.input);
    if (planned.ok) return answer({ planned }, 200);
    if (planned.reason === "forbidden") throw refused(planned);
    return answer({}, 200);
  }
  const key = formValues["key"] || crypto.randomUUID();
  const result = await createDepartures(ctx, asked.input, { key, expected: Number(formValues["expected"]) });
  if (result.ok) {
    const { crawl_id, terms } = asked.input;
    const sold = await saleOfCreated(ctx, { crawl_id, isOff: terms.bookings_disabled });
    const done = `done=created&count=${result.ids.length}&sold=${sold}`;
    throw redirect(localizedPath(`/admin/schedule?date=${result.first}&${done}`, ctx.locale));
  }
  if (result.reason === "forbidden") throw refused(result);
  const fieldError = FIELD_ERRORS[result.reason];
  if (fieldError) return answer({ fieldErrors: [fieldError] }, 409);
  const planned = await planDepartures(ctx, asked.input);
  const formError: MessageId =
    result.reason === "plan_changed"
      ? "schedule-admin.formError.plan_changed"
      : "schedule-admin.formError.nothing_to_create";
  return answer({ formError, planned: planned.ok ? planned : null }, 409);
}

type Read = { ok: true; input: SeriesInput } | { ok: false; fieldErrors: FieldError[] };

function read(formValues: ReturnType<typeof readFormValues>, isSeries: boolean): Read {
  const input = inputOf(formValues);
  if (isSeries) {
    const series = CreateSeries.safeParse(input);
    return series.success
      ? { ok: true, input: series.data }
      : { ok: false, fieldErrors: fieldErrorsOf(series.error.issues) };
  }
  const one = CreateDeparture.safeParse(input);
  if (!one.success) return { ok: false, fieldErrors: fieldErrorsOf(one.error.issues) };
  const { crawl_id, ...terms } = one.data;
  return { ok: true, input: { crawl_id, terms, recurrence: null, skip: [] } };
}

export default NewSchedule;
