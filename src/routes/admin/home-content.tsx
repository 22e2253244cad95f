import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { discardHomeDraft } from "#src/modules/site/content/discard-home-draft.server.ts";
import { publishHome } from "#src/modules/site/content/publish-home.server.ts";
import { homeToEdit, listHomeVersions } from "#src/modules/site/content/queries.server.ts";
import { restoreHome } from "#src/modules/site/content/restore-home.server.ts";
import { failedAnswer, type HomeAnswer, refusedAnswer } from "#src/modules/site/content/rules/home-answer.ts";
import { homeFieldErrors } from "#src/modules/site/content/rules/home-errors.ts";
import { isSectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { saveHomeDraft, type SectionToSave } from "#src/modules/site/content/save-home-draft.server.ts";
import { HomeAct } from "#src/modules/site/content/schema.ts";
import { sharePreview } from "#src/modules/site/content/share-preview.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import HomeContentPage from "#src/modules/site/content/admin/home-content-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/home-content";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const asked = new URL(request.url).searchParams;
  const [home, listed] = await Promise.all([homeToEdit(ctx), asked.has("versions") ? listHomeVersions(ctx) : null]);
  if (!home.ok) throw refused(home);
  if (listed && !listed.ok) throw refused(listed);
  const section = asked.get("section");
  return { home, versions: listed?.versions ?? null, section: isSectionKey(section) ? section : ("hero" as const) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const asked = HomeAct.safeParse(Object.fromEntries(await request.formData()));
  if (!asked.success) throw data(null, { status: 400 });
  const act = asked.data;
  if (act.intent === "save") return save(ctx, act.sections);
  const { intent } = act;
  const result = await actOn(ctx, act);
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  if (!result.ok) return answered(refusedAnswer(intent, result.reason), 409);
  if ("url" in result) return answered({ intent, url: result.url, until: result.until });
  return answered({ intent, flash: `content-admin.flash.${intent as "publish" | "discard" | "restore"}` });
}

function actOn(ctx: RequestContext, act: Exclude<HomeAct, { intent: "save" }>) {
  if (act.intent === "publish") return publishHome(ctx, act);
  if (act.intent === "restore") return restoreHome(ctx, act);
  return act.intent === "discard" ? discardHomeDraft(ctx, act) : sharePreview(ctx);
}

async function save(ctx: RequestContext, sections: readonly SectionToSave[]) {
  // the form doesn't send what has an error
  if (sections.some(({ key, draft }) => homeFieldErrors(key, draft).length > 0)) throw data(null, { status: 422 });
  const result = await saveHomeDraft(ctx, sections);
  if (!result.ok) throw refused(result);
  const { saved, met } = result;
  return answered({ intent: "save", saved, met, savedAt: ctx.now.toISOString() }, met.length > 0 ? 409 : 200);
}

const answered = (answer: HomeAnswer, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, failedAnswer);

/**
 * A refusal means that somebody else was here: the drafts and their versions are read anew. Choosing another section shows what is
 * here already; the versions are read when they are opened.
 */
export function shouldRevalidate(asked: ShouldRevalidateFunctionArgs) {
  if (asked.actionStatus === 409) return true;
  const [from, to] = [asked.currentUrl.searchParams, asked.nextUrl.searchParams];
  const isSection = !asked.formMethod && from.get("section") !== to.get("section");
  return isSection && from.has("versions") === to.has("versions") ? false : asked.defaultShouldRevalidate;
}

export default HomeContentPage;
