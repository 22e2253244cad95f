import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { type TheirSave, conflict } from "#src/ui/form/answer.ts";
import { z } from "zod";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { describePicture } from "#src/modules/site/media/describe-picture.server.ts";
import { openPicture, PAGE_SIZE, pictureLibrary } from "#src/modules/site/media/queries.server.ts";
import { replacePicture } from "#src/modules/site/media/replace-picture.server.ts";
import { restorePicture } from "#src/modules/site/media/restore-picture.server.ts";
import { LIBRARY } from "#src/modules/site/media/rules/library.ts";
import { DescribePicture, PICTURE_FIELDS, PictureName } from "#src/modules/site/media/schema.ts";
import { trashPicture } from "#src/modules/site/media/trash-picture.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/media";
import MediaPage from "#src/modules/site/media/admin/media-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = LIBRARY.read(new URL(request.url).searchParams);
  const { open } = filter;
  const [library, opened, history] = await Promise.all([
    pictureLibrary(ctx, filter),
    open === null ? null : openPicture(ctx, open),
    open === null ? [] : historyOf(ctx, [["picture", open]]),
  ]);
  if (!library.ok) throw refused(library);
  return { library, filter, pageSize: PAGE_SIZE, picture: opened?.ok ? opened.picture : null, history };
}

const picture = z.object({ id: PictureName });

export const action = (args: Route.ActionArgs) =>
  adminAct<TheirSave<DescribePicture>>(args, {
    refusals: {
      picture_used: "media-admin.used",
      picture_unused: "media-admin.nothingToReplace",
      same_picture: "media-admin.same",
      picture_not_found: "media-admin.gone",
      failed: "media-admin.failed",
    },
    acts: {
      save: act({
        input: DescribePicture.safeExtend({
          ...picture.shape,
          version: z.coerce.number().int(),
          undo: z.literal("1").optional(),
        }),
        fields: PICTURE_FIELDS,
        run: (ctx, { id, version, alt, alt_es, focus_x, focus_y }) =>
          describePicture(ctx, { id, version, alt, alt_es, focus_x, focus_y }),
        done: ({ version, before }, { id }) => ({
          flash: "media-admin.saved",
          undo: { intent: "save", id, version: String(version), ...textsOf(before) },
        }),
        // an undo has no form to show it beside
        refusal: (refusal, { undo }) =>
          undo ? { flash: "media-admin.undoMissed", bad: true } : "current" in refusal ? conflict(refusal) : undefined,
      }),
      trash: act({
        input: picture,
        run: trashPicture,
        done: (_, { id }) => ({ flash: "media-admin.trashed", undo: { intent: "restore", id } }),
      }),
      restore: act({
        input: picture,
        run: restorePicture,
        done: (_, { id }) => ({ flash: "media-admin.restored", undo: { intent: "trash", id } }),
      }),
      replace: act({
        input: picture.extend({ by: PictureName }),
        run: replacePicture,
        done: ({ places }) => ({ flash: "media-admin.replaced", values: { count: places } }),
      }),
    },
  });

const textsOf = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, String(value)]));

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "media-admin.failed");

export const shouldRevalidate = readAfterRefusal;

export default MediaPage;
