import { data } from "react-router";
import { z } from "zod";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { crawlToEdit, findCrawl } from "#src/modules/site/catalog/queries.server.ts";
import { CRAWL_REFUSALS, crawlRefusal } from "#src/modules/site/catalog/rules/answer.ts";
import { CRAWL_FIELDS, type CrawlDraft, draftOfForm } from "#src/modules/site/catalog/rules/draft.ts";
import { CrawlFields, SavedOver } from "#src/modules/site/catalog/schema.ts";
import { updateCrawl } from "#src/modules/site/catalog/update-crawl.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { crawlCards } from "#src/modules/sales/schedule/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import EditCrawl from "#src/modules/sales/schedule/admin/edit-crawl-page.tsx";
import type { SaveReply } from "#src/ui/form/answer.ts";
import type { Route } from "./+types/edit-crawl";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await crawlToEdit(ctx, params.id);
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    throw data(null, { status: 404 });
  }
  const { crawl, choices, mayChange } = page;
  // only a crawl that guests see has departures on its card
  const [current, history] = await Promise.all([findCrawl(ctx, crawl.id), historyOf(ctx, [["crawl", crawl.id]])]);
  const [card] = current ? await crawlCards(ctx, [current]) : [];
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

export async function action({ params: { id }, ...args }: Route.ActionArgs) {
  if (!z.uuid().safeParse(id).success) throw data(null, { status: 400 });
  const save = act({
    input: (form) =>
      withHidden(CrawlFields.safeParse(draftOfForm(form)), SavedOver.safeParse(Object.fromEntries(form))),
    fields: CRAWL_FIELDS,
    run: (ctx, { version, ...crawl }) => updateCrawl(ctx, { id, version, crawl }),
    done: ({ version, draft }) => ({ saved: { version, draft }, flash: "catalog-admin.flash.saved" }),
    refusal: crawlRefusal,
  });
  return adminAct<SaveReply<CrawlDraft>>(args, { acts: { save }, refusals: CRAWL_REFUSALS });
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, CRAWL_REFUSALS.failed);

export default EditCrawl;
