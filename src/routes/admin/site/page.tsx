import { data } from "react-router";
import { listPageVersions, pageToEdit } from "#src/modules/site/content/read-pages.server.ts";
import { DRAFT_REFUSALS } from "#src/modules/site/content/rules/draft-answer.ts";
import { isPage } from "#src/modules/site/content/rules/page-fields.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { draftActs } from "#src/routes/admin/shared/draft-acts.server.ts";
import type { Route } from "./+types/page";
import Page from "#src/modules/site/content/admin/plain-page.tsx";

export async function loader({ context, params: { page }, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  if (!isPage(page)) throw data(null, { status: 404 });
  const isListed = new URL(request.url).searchParams.has("versions");
  const [home, listed] = await Promise.all([pageToEdit(ctx, page), isListed ? listPageVersions(ctx, page) : null]);
  if (!home.ok) throw refused(home);
  if (listed && !listed.ok) throw refused(listed);
  return { home, versions: listed?.versions ?? null };
}

export async function action({ params: { page }, ...args }: Route.ActionArgs) {
  if (!isPage(page)) throw data(null, { status: 404 });
  return adminAct(args, { acts: draftActs(page), refusals: DRAFT_REFUSALS });
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, DRAFT_REFUSALS.failed);

/** A refusal means that somebody else was here: the draft and its version are read again. */
export const shouldRevalidate = readAfterRefusal;

export default Page;
