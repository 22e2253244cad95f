import { data } from "react-router";
import { z } from "zod";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { crawlToEdit, findCrawl } from "#src/modules/site/catalog/queries.server.ts";
import { invalid, refusal, wasSaved } from "#src/modules/site/catalog/rules/answer.ts";
import { CRAWL_FIELDS, draftOf, draftOfForm } from "#src/modules/site/catalog/rules/draft.ts";
import { CrawlFields } from "#src/modules/site/catalog/schema.ts";
import { updateCrawl } from "#src/modules/site/catalog/update-crawl.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { crawlCards } from "#src/modules/sales/schedule/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import EditCrawl from "#src/modules/sales/schedule/admin/edit-crawl-page.tsx";
import type { Route } from "./+types/edit-crawl";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await crawlToEdit(ctx, params.id);
  if (!seen.ok) {
    if (seen.reason === "forbidden") throw refused(seen);
    throw data(null, { status: 404 });
  }
  const { crawl, choices, mayChange } = seen;
  // only a crawl that guests see has departures on its card
  const [shown, history] = await Promise.all([findCrawl(ctx, crawl.id), historyOf(ctx, [["crawl", crawl.id]])]);
  const [card] = shown ? await crawlCards(ctx, [shown]) : [];
  const added = new URL(request.url).searchParams.has("added");
  const { isOpen } = await appSettings(ctx);
  return {
    crawl,
    choices,
    mayChange,
    isOpen,
    offer: card?.offer ?? null,
    today: card?.today ?? null,
    added,
    history,
    site: ctx.site,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const at = ctx.now.getTime();
  const version = z.coerce.number().int().safeParse(form.get("version"));
  if (!version.success || !z.uuid().safeParse(params.id).success) throw data(null, { status: 400 });
  const crawl = CrawlFields.safeParse(draftOfForm(form));
  if (!crawl.success) return data(invalid(toFieldErrors(CRAWL_FIELDS, crawl.error.issues), at), { status: 422 });
  const result = await updateCrawl(ctx, { id: params.id, version: version.data, crawl: crawl.data });
  if (result.ok) {
    // an empty address has become one of the title
    const saved = crawl.data.slug === "" ? await crawlToEdit(ctx, params.id) : null;
    const slug = saved?.ok ? saved.crawl.draft.slug : crawl.data.slug;
    const draft = draftOf({ ...crawl.data, slug });
    return data(wasSaved({ version: result.version, draft }, at));
  }
  if (result.reason === "forbidden") throw refused(result);
  return data(refusal(result, at), { status: 409 });
}

export default EditCrawl;
