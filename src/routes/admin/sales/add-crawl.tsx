import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { addCrawl } from "#src/modules/site/catalog/add-crawl.server.ts";
import { crawlToAdd } from "#src/modules/site/catalog/queries.server.ts";
import { CRAWL_REFUSALS, crawlRefusal } from "#src/modules/site/catalog/rules/answer.ts";
import { CRAWL_FIELDS, draftOfForm } from "#src/modules/site/catalog/rules/draft.ts";
import { CrawlFields, CrawlId } from "#src/modules/site/catalog/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import AddCrawl from "#src/modules/sales/schedule/admin/add-crawl-page.tsx";
import type { Route } from "./+types/add-crawl";

/** `?example`: the form starts with example texts. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const example = new URL(request.url).searchParams.has("example");
  const page = await crawlToAdd(await staffContext(context), example);
  if (!page.ok) throw refused(page);
  return { id: page.id, draft: page.draft, example: page.start, choices: page.choices };
}

const save = act({
  input: (form) => withHidden(CrawlFields.safeParse(draftOfForm(form)), CrawlId.safeParse(Object.fromEntries(form))),
  fields: CRAWL_FIELDS,
  run: (ctx, { id, ...crawl }) => addCrawl(ctx, { id, crawl }),
  done: ({ id }, _, ctx) => {
    throw redirect(localizedPath(`/admin/edit-pub-crawl/${id}?added=1`, ctx.locale));
  },
  refusal: crawlRefusal,
});

export const action = (args: Route.ActionArgs) => adminAct(args, { acts: { save }, refusals: CRAWL_REFUSALS });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, CRAWL_REFUSALS.failed);

export default AddCrawl;
