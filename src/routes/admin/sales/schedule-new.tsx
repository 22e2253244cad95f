import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import {
  createDepartures,
  planDepartures,
  type SeriesInput,
} from "#src/modules/sales/schedule/create-departures.server.ts";
import type { NewExtra } from "#src/modules/sales/schedule/admin/new-departures.tsx";
import { departuresToCreate, saleOfCreated } from "#src/modules/sales/schedule/queries.server.ts";
import { fieldErrorsOf, type FormValues, inputOf, readFormValues } from "#src/modules/sales/schedule/rules/form.ts";
import { CreateDeparture, CreateSeries } from "#src/modules/sales/schedule/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, type Read } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/schedule-new";
import NewSchedule from "#src/modules/sales/schedule/admin/schedule-new-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const isSeries = params.get("kind") === "series";
  const [date, crawl] = [params.get("date"), params.get("crawl")];
  const page = await departuresToCreate(await staffContext(context), { date, crawl, isSeries });
  if (!page.ok) throw refused(page);
  return { ...page, isSeries, formKey: crypto.randomUUID() };
}

export const action = (args: Route.ActionArgs) =>
  adminAct<NewExtra>(args, {
    refusals: {
      already_scheduled: { id: "date", message: "schedule-admin.error.clash" },
      in_the_past: { id: "date", message: "schedule-admin.error.past" },
      impossible_time: { id: "start_time", message: "schedule-admin.error.impossible" },
      crawl_not_found: { id: "crawl_id", message: "schedule-admin.error.crawl" },
      failed: "schedule-admin.formError.nothing_to_create",
    },
    acts: {
      preview: act({
        // a field that isn't filled in yet is no error of a preview
        input: (form) => ({ success: true, data: readForm(form) }),
        run: async (ctx, form) => (form.success ? planOf(ctx, form.data.input) : ok({ planned: null })),
        done: ({ planned }) => ({ planned }),
      }),
      create: act({
        input: readForm,
        fields: fieldErrorsOf,
        typed: (form) => ({ formValues: readFormValues(form) }),
        run: createOrPlan,
        done: (result, { formValues }, { locale }) => {
          // a series that was sent without scripts is shown before it is created
          if ("planned" in result) return { planned: result.planned, formValues };
          const done = `done=created&count=${result.ids.length}&sold=${result.sold}`;
          throw redirect(localizedPath(`/admin/schedule?date=${result.first}&${done}`, locale));
        },
        refusal: (refusal) =>
          "planned" in refusal
            ? { formError: `schedule-admin.formError.${refusal.reason}` as const, planned: refusal.planned }
            : undefined,
      }),
    },
  });

type NewForm = { input: SeriesInput; formValues: FormValues };

function readForm(form: FormData): Read<NewForm> {
  const formValues = readFormValues(form);
  const input = inputOf(formValues);
  const isSeries = formValues["kind"] === "series";
  const read = isSeries ? CreateSeries.safeParse(input) : ALONE.safeParse(input);
  return read.success ? { success: true, data: { input: read.data, formValues } } : read;
}

const ALONE = CreateDeparture.transform(({ crawl_id, ...terms }): SeriesInput => ({
  crawl_id,
  terms,
  recurrence: null,
  skip: [],
}));

/** The dates that would be created; none for a crawl that is gone. */
async function planOf(ctx: RequestContext, input: SeriesInput) {
  const planned = await planDepartures(ctx, input);
  return planned.ok ? ok({ planned }) : planned.reason === "forbidden" ? planned : ok({ planned: null });
}

async function createOrPlan(ctx: RequestContext, { input, formValues }: NewForm) {
  const { key, expected } = formValues;
  if (input.recurrence && !expected) return planOf(ctx, input);
  const result = await createDepartures(ctx, input, { key: key || crypto.randomUUID(), expected: Number(expected) });
  if (result.ok) {
    const { crawl_id, terms } = input;
    return { ...result, sold: await saleOfCreated(ctx, { crawl_id, isOff: terms.bookings_disabled }) };
  }
  const { reason } = result;
  if (reason !== "plan_changed" && reason !== "nothing_to_create") return result;
  const planned = await planDepartures(ctx, input);
  return fail(reason, { planned: planned.ok ? planned : null });
}

export default NewSchedule;
