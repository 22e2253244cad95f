import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { actOnItem } from "#src/modules/site/content/act-on-item.server.ts";
import { addPost } from "#src/modules/site/content/add-post.server.ts";
import { postsForStaff } from "#src/modules/site/content/queries.server.ts";
import { failedAnswer, type ItemAnswer, refusedAnswer, saidOf } from "#src/modules/site/content/rules/item-answer.ts";
import { postLink } from "#src/modules/site/content/rules/instagram.ts";
import { ItemIntent, POST_FIELDS, SavePost } from "#src/modules/site/content/schema.ts";
import { updatePost } from "#src/modules/site/content/update-post.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/instagram";
import InstagramPage from "#src/modules/site/content/admin/instagram-page.tsx";

const KIND = "instagram_post";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const open = new URL(request.url).searchParams.get("edit");
  const seen = await postsForStaff(ctx, { open });
  if (!seen.ok) throw refused(seen);
  const edit = open === "new" ? ("new" as const) : seen.opened;
  const history = edit && edit !== "new" ? await historyOf(ctx, [[KIND, edit.id]]) : [];
  return { posts: seen.posts, edit, history };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const asked = ItemIntent.safeParse(Object.fromEntries(form));
  if (!asked.success) throw data(null, { status: 400 });
  const { intent, id, active } = asked.data;
  if (intent === "save") return save(ctx, form, asked.data);
  const result = await actOnItem(ctx, KIND, { ...asked.data, intent });
  if (!result.ok) {
    if (result.reason === "forbidden") throw refused(result);
    return answered(refusedAnswer({ intent, id }, result), 409);
  }
  return answered({ intent, id, done: true, flash: saidOf(KIND, { intent, active, isNew: false }), undo: result.undo });
}

async function save(ctx: RequestContext, form: FormData, { id, version }: ItemIntent) {
  const at = ctx.now.getTime();
  const asked = { intent: "save", id } as const;
  const input = SavePost.safeParse(Object.fromEntries(POST_FIELDS.map((name) => [name, form.get(name)])));
  if (!input.success)
    return answered({ ...asked, at, fieldErrors: toFieldErrors(POST_FIELDS, input.error.issues) }, 422);
  const flash = saidOf(KIND, { intent: "save", active: true, isNew: id === "new" });
  const result = id === "new" ? await addPost(ctx, input.data) : await updatePost(ctx, { ...input.data, id, version });
  if (!result.ok) {
    if (result.reason === "forbidden") throw refused(result);
    const refusal = refusedAnswer(asked, result);
    // an undo has no form to show it beside
    const told = form.has("undo") ? ({ flash: "content-admin.undoMissed", bad: true } as const) : {};
    return answered({ ...refusal, ...told, at }, 409);
  }
  if (!("before" in result))
    return answered({ ...asked, done: true, flash, undo: { intent: "delete", id: result.id } });
  const { before, version: now } = result;
  // what the form wouldn't take can't be saved back
  const undo =
    postLink(before.link) === before.link && before.picture !== ""
      ? { ...asked, version: String(now), ...before }
      : null;
  return answered({ ...asked, done: true, flash, undo });
}

const answered = (answer: ItemAnswer<SavePost>, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) =>
  keepFormValues(asked, (form) => failedAnswer(KIND, form));

export const shouldRevalidate = readAfterRefusal;

export default InstagramPage;
