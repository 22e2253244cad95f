import { data } from "react-router";
import { discardPageDraft } from "#src/modules/site/content/discard-page-draft.server.ts";
import { publishPage } from "#src/modules/site/content/publish-page.server.ts";
import { listPageVersions, pageToEdit } from "#src/modules/site/content/read-pages.server.ts";
import { restorePage } from "#src/modules/site/content/restore-page.server.ts";
import { failedAnswer, type HomeAnswer, refusedAnswer } from "#src/modules/site/content/rules/home-answer.ts";
import { pageErrors } from "#src/modules/site/content/rules/page-errors.ts";
import { isPage, type PageKey } from "#src/modules/site/content/rules/page-fields.ts";
import { type PageToSave, savePageDraft } from "#src/modules/site/content/save-page-draft.server.ts";
import { PageAct } from "#src/modules/site/content/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/page";
import Page from "#src/modules/site/content/admin/page-page.tsx";

export async function loader({ context, params: { page }, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  if (!isPage(page)) throw data(null, { status: 404 });
  const isListed = new URL(request.url).searchParams.has("versions");
  const [home, listed] = await Promise.all([pageToEdit(ctx, page), isListed ? listPageVersions(ctx, page) : null]);
  if (!home.ok) throw refused(home);
  if (listed && !listed.ok) throw refused(listed);
  return { home, versions: listed?.versions ?? null };
}

export async function action({ context, params: { page }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const asked = PageAct.safeParse(Object.fromEntries(await request.formData()));
  if (!asked.success) throw data(null, { status: 400 });
  if (!isPage(page)) throw data(null, { status: 404 });
  const act = asked.data;
  if (act.intent === "save") return save(ctx, page, act.sections[0]!);
  const { intent } = act;
  const result = await actOn(ctx, page, act);
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  if (!result.ok) return answered(refusedAnswer(intent, result.reason), 409);
  return answered({ intent, flash: `content-pages.flash.${intent}` });
}

function actOn(ctx: RequestContext, page: PageKey, act: Exclude<PageAct, { intent: "save" }>) {
  const { versions: version } = act;
  if (act.intent === "publish") return publishPage(ctx, { page, version, note: act.note });
  if (act.intent === "restore") return restorePage(ctx, { page, version, id: act.id });
  return discardPageDraft(ctx, { page, version });
}

async function save(ctx: RequestContext, page: PageKey, section: PageToSave) {
  // the form doesn't send what has an error, nor another page
  if (section.key !== page || pageErrors(page, section.draft).length > 0) throw data(null, { status: 422 });
  const result = await savePageDraft(ctx, section);
  if (!result.ok) throw refused(result);
  const { saved, met } = result;
  return answered({ intent: "save", saved, met, savedAt: ctx.now.toISOString() }, met.length > 0 ? 409 : 200);
}

const answered = (answer: HomeAnswer, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, failedAnswer);

/** A refusal means that somebody else was here: the draft and its version are read anew. */
export const shouldRevalidate = readAfterRefusal;

export default Page;
