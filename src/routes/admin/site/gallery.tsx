import { z } from "zod";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { ITEM_REFUSALS, itemActs } from "#src/routes/admin/shared/item-acts.server.ts";
import { type TheirSave, conflict } from "#src/ui/form/answer.ts";
import { itemFailed } from "#src/modules/site/content/rules/item-words.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { addImage } from "#src/modules/site/content/add-image.server.ts";
import { describeImage } from "#src/modules/site/content/describe-image.server.ts";
import { galleryForStaff } from "#src/modules/site/content/queries.server.ts";
import { AskedSite, ChosenImage, DescribeImage, IMAGE_FIELDS, SavedItem } from "#src/modules/site/content/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/gallery";
import GalleryPage from "#src/modules/site/content/admin/gallery-page.tsx";

const KIND = "gallery_image";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams: query } = new URL(request.url);
  // without a choice: the site whose admin this is
  const site = AskedSite.catch(ctx.site).parse(query.get("site"));
  const page = await galleryForStaff(ctx, { site, open: query.get("edit") });
  if (!page.ok) throw refused(page);
  const history = page.opened ? await historyOf(ctx, [[KIND, page.opened.id]]) : [];
  return { site, images: page.images, edit: page.opened, history };
}

export const action = (args: Route.ActionArgs) =>
  adminAct<TheirSave<{ alt: string; alt_es: string }>>(args, {
    refusals: ITEM_REFUSALS,
    acts: {
      ...itemActs(KIND),
      add: act({
        input: ChosenImage,
        run: addImage,
        done: ({ id, added }) => ({
          id,
          flash: "content-admin.image.added",
          undo: added ? { intent: "delete", id } : null,
        }),
      }),
      save: act({
        input: (form) =>
          withHidden(
            DescribeImage.safeParse({ alt: form.get("alt"), alt_es: form.get("alt_es") }),
            SavedItem.extend({ id: z.uuid() }).safeParse(Object.fromEntries(form)),
          ),
        fields: IMAGE_FIELDS,
        run: (ctx, { id, version, alt, alt_es }) => describeImage(ctx, { id, version, alt, alt_es }),
        done: ({ version, before }, { id }) => ({
          flash: "content-admin.image.described",
          undo: { intent: "save", id, version: String(version), ...before },
        }),
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

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, (about) => itemFailed(KIND, about));

export const shouldRevalidate = readAfterRefusal;

export default GalleryPage;
