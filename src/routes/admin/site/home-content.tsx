import type { ShouldRevalidateFunctionArgs } from "react-router";
import { z } from "zod";
import { homeToEdit, listHomeVersions } from "#src/modules/site/content/queries.server.ts";
import { DRAFT_REFUSALS, type DraftReply } from "#src/modules/site/content/rules/draft-answer.ts";
import { isSectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { sharePreview } from "#src/modules/site/content/share-preview.server.ts";
import HomeContentPage from "#src/modules/site/content/admin/home-content-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { draftActs } from "#src/routes/admin/shared/draft-acts.server.ts";
import type { Route } from "./+types/home-content";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = new URL(request.url).searchParams;
  const [home, listed] = await Promise.all([homeToEdit(ctx), query.has("versions") ? listHomeVersions(ctx) : null]);
  if (!home.ok) throw refused(home);
  if (listed && !listed.ok) throw refused(listed);
  const section = query.get("section");
  return { home, versions: listed?.versions ?? null, section: isSectionKey(section) ? section : ("hero" as const) };
}

const share = act<object, Awaited<ReturnType<typeof sharePreview>>, DraftReply>({
  input: z.object({}),
  run: sharePreview,
  done: ({ url, until }) => ({ url, until }),
});

export const action = (args: Route.ActionArgs) =>
  adminAct(args, { acts: { ...draftActs("home"), share }, refusals: DRAFT_REFUSALS });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, DRAFT_REFUSALS.failed);

/**
 * A refusal means that somebody else was here: the drafts and their versions are read again. Choosing another section shows what is
 * here already; the versions are read when they are opened.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  if (args.actionStatus === 409) return true;
  const [from, to] = [args.currentUrl.searchParams, args.nextUrl.searchParams];
  const isSection = !args.formMethod && from.get("section") !== to.get("section");
  return isSection && from.has("versions") === to.has("versions") ? false : args.defaultShouldRevalidate;
}

export default HomeContentPage;
