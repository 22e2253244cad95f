import { data, redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { addCrawl } from "#src/modules/site/catalog/add-crawl.server.ts";
import { crawlToAdd } from "#src/modules/site/catalog/queries.server.ts";
import { invalid, refusal } from "#src/modules/site/catalog/rules/answer.ts";
import { CRAWL_FIELDS, draftOfForm } from "#src/modules/site/catalog/rules/draft.ts";
import { CrawlFields } from "#src/modules/site/catalog/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import AddCrawl from "#src/modules/sales/schedule/admin/add-crawl-page.tsx";
import type { Route } from "./+types/add-crawl";

/** `?example`: the form starts with example texts. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const example = new URL(request.url).searchParams.has("example");
  const seen = await crawlToAdd(await staffContext(context), example);
  if (!seen.ok) throw refused(seen);
  return { id: seen.id, draft: seen.draft, example: seen.start, choices: seen.choices };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const id = z.uuid().safeParse(form.get("id"));
  if (!id.success) throw data(null, { status: 400 });
  const at = ctx.now.getTime();
  const crawl = CrawlFields.safeParse(draftOfForm(form));
  if (!crawl.success) return data(invalid(toFieldErrors(CRAWL_FIELDS, crawl.error.issues), at), { status: 422 });
  const result = await addCrawl(ctx, { id: id.data, crawl: crawl.data });
  if (result.ok) throw redirect(localizedPath(`/admin/edit-pub-crawl/${result.id}?added=1`, ctx.locale));
  if (result.reason === "forbidden") throw refused(result);
  return data(refusal(result, at), { status: 409 });
}

export default AddCrawl;
