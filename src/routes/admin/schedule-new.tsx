import { ArrowLeft } from "#src/ui/lucide/icons.ts";
import { data, Link, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { FormFault } from "#src/locales/form-faults.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { createDepartures, planDepartures, type SeriesInput } from "#src/modules/schedule/create-departures.server.ts";
import { type NewAnswer, NewDepartures } from "#src/modules/schedule/admin/new-departures.tsx";
import { departuresToCreate } from "#src/modules/schedule/queries.server.ts";
import { faultsOf, inputOf, typedOf } from "#src/modules/schedule/rules/form.ts";
import { CreateDeparture, CreateSeries } from "#src/modules/schedule/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Segmented } from "#src/ui/admin/segmented.tsx";
import type { Route } from "./+types/schedule-new";

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const seen = await departuresToCreate(await staffContext(context), params.get("date"));
  if (!seen.ok) throw refused(seen);
  return { ...seen, isSeries: params.get("kind") === "series", formKey: crypto.randomUUID() };
}

/** Where a refusal of one departure stands in its form. */
const FAULTS: Record<string, FormFault> = {
  already_scheduled: { id: "date", message: "departures.error.clash" },
  in_the_past: { id: "date", message: "departures.error.past" },
  impossible_time: { id: "start_time", message: "departures.error.impossible" },
  crawl_not_found: { id: "crawl_id", message: "departures.error.crawl" },
};

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const typed = typedOf(form);
  const isSeries = typed["kind"] === "series";
  const answer = (body: Partial<NewAnswer>, status: number) =>
    data<NewAnswer>({ typed, faults: [], trouble: null, planned: null, ...body, at: ctx.now.getTime() }, { status });
  const asked = read(typed, isSeries);
  const isPreview = typed["intent"] === "preview";
  // what isn't typed yet is no fault of a preview
  if (!asked.ok) return isPreview ? answer({}, 200) : answer({ faults: asked.faults }, 422);
  if (isPreview || (isSeries && !typed["expected"])) {
    const planned = await planDepartures(ctx, asked.input);
    if (planned.ok) return answer({ planned }, 200);
    if (planned.reason === "forbidden") throw refused(planned);
    return answer({}, 200);
  }
  const key = typed["key"] || crypto.randomUUID();
  const result = await createDepartures(ctx, asked.input, { key, expected: Number(typed["expected"]) });
  if (result.ok) {
    const done = `done=created&count=${result.ids.length}`;
    throw redirect(localizedPath(`/admin/schedule?date=${result.first}&${done}`, ctx.locale));
  }
  if (result.reason === "forbidden") throw refused(result);
  const fault = FAULTS[result.reason];
  if (fault) return answer({ faults: [fault] }, 409);
  const planned = await planDepartures(ctx, asked.input);
  const trouble: MessageId =
    result.reason === "plan_changed" ? "departures.trouble.plan_changed" : "departures.trouble.nothing_to_create";
  return answer({ trouble, planned: planned.ok ? planned : null }, 409);
}

type Read = { ok: true; input: SeriesInput } | { ok: false; faults: FormFault[] };

function read(typed: ReturnType<typeof typedOf>, isSeries: boolean): Read {
  const input = inputOf(typed);
  if (isSeries) {
    const series = CreateSeries.safeParse(input);
    return series.success ? { ok: true, input: series.data } : { ok: false, faults: faultsOf(series.error.issues) };
  }
  const one = CreateDeparture.safeParse(input);
  if (!one.success) return { ok: false, faults: faultsOf(one.error.issues) };
  const { crawl_id, ...terms } = one.data;
  return { ok: true, input: { crawl_id, terms, recurrence: null, skip: [] } };
}

/** One departure, or a series of them. */
export default function NewSchedule({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { isSeries, crawls, start, formKey } = loaderData;
  const title = t(isSeries ? "departures.series.title" : "departures.one.title");
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={
          <Link
            to={localizedPath("/admin/schedule", locale)}
            className={`inline-flex items-center gap-1 ${ADMIN_LINK}`}
          >
            <ArrowLeft aria-hidden size={14} />
            {t("departures.title")}
          </Link>
        }
        meta={isSeries && t("departures.new.lead")}
        actions={
          <Segmented
            label={t("departures.kind")}
            options={[
              { label: t("departures.one"), href: "?", current: !isSeries },
              { label: t("departures.series"), href: "?kind=series", current: isSeries },
            ]}
          />
        }
      />
      <NewDepartures key={String(isSeries)} {...{ isSeries, crawls, start, formKey, answer: actionData }} />
    </>
  );
}
