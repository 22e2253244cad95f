import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { ITEM_REFUSALS, itemActs } from "#src/routes/admin/shared/item-acts.server.ts";
import { type TheirSave, conflict } from "#src/ui/form/answer.ts";
import { itemFailed } from "#src/modules/site/content/rules/item-words.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { addPost } from "#src/modules/site/content/add-post.server.ts";
import { postsForStaff } from "#src/modules/site/content/queries.server.ts";
import { postLink } from "#src/modules/site/content/rules/instagram.ts";
import { POST_FIELDS, SavedItem, SavePost } from "#src/modules/site/content/schema.ts";
import { updatePost } from "#src/modules/site/content/update-post.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/instagram";
import InstagramPage from "#src/modules/site/content/admin/instagram-page.tsx";

const KIND = "instagram_post";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const open = new URL(request.url).searchParams.get("edit");
  const page = await postsForStaff(ctx, { open });
  if (!page.ok) throw refused(page);
  const edit = open === "new" ? ("new" as const) : page.opened;
  const history = edit && edit !== "new" ? await historyOf(ctx, [[KIND, edit.id]]) : [];
  return { posts: page.posts, edit, history };
}

export const action = (args: Route.ActionArgs) =>
  adminAct<TheirSave<SavePost>>(args, {
    refusals: ITEM_REFUSALS,
    acts: {
      ...itemActs(KIND),
      save: act({
        input: (form) =>
          withHidden(
            SavePost.safeParse(Object.fromEntries(POST_FIELDS.map((name) => [name, form.get(name)]))),
            SavedItem.safeParse(Object.fromEntries(form)),
          ),
        fields: POST_FIELDS,
        run: async (ctx, { id, version, link, picture, caption }) =>
          id === "new"
            ? await addPost(ctx, { link, picture, caption })
            : await updatePost(ctx, { link, picture, caption, id, version }),
        done: (result, { id }) =>
          "before" in result
            ? { flash: "content-admin.post.updated", undo: backTo(id, result) }
            : { flash: "content-admin.post.added", undo: { intent: "delete", id: result.id } },
        // an undo has no form to show it beside
        refusal: (refusal, { undo }) =>
          undo
            ? { flash: "content-admin.undoMissed", bad: true }
            : "current" in refusal
              ? conflict(refusal)
              : undefined,
      }),
    },
  });

/** The form that saves what a post was before; none where it wouldn't be taken. */
const backTo = (id: string, { before, version }: { before: SavePost; version: number }) =>
  postLink(before.link) === before.link && before.picture !== ""
    ? { intent: "save", id, version: String(version), ...before }
    : null;

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, (about) => itemFailed(KIND, about));

export const shouldRevalidate = readAfterRefusal;

export default InstagramPage;
