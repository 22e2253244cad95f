import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { actOnItem } from "#src/modules/site/content/act-on-item.server.ts";
import { addImage } from "#src/modules/site/content/add-image.server.ts";
import { describeImage } from "#src/modules/site/content/describe-image.server.ts";
import { galleryForStaff } from "#src/modules/site/content/queries.server.ts";
import { failedAnswer, type ItemAnswer, refusedAnswer, saidOf } from "#src/modules/site/content/rules/item-answer.ts";
import { AskedSite, ChosenImage, DescribeImage, IMAGE_FIELDS, ItemIntent } from "#src/modules/site/content/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/gallery";
import GalleryPage from "#src/modules/site/content/admin/gallery-page.tsx";

const KIND = "gallery_image";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams: asked } = new URL(request.url);
  // without a choice: the site whose admin this is
  const site = AskedSite.catch(ctx.site).parse(asked.get("site"));
  const seen = await galleryForStaff(ctx, { site, open: asked.get("edit") });
  if (!seen.ok) throw refused(seen);
  const history = seen.opened ? await historyOf(ctx, [[KIND, seen.opened.id]]) : [];
  return { site, images: seen.images, edit: seen.opened, history };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const chosen = ChosenImage.safeParse(Object.fromEntries(form));
  if (chosen.success) return add(ctx, chosen.data);
  const asked = ItemIntent.safeParse(Object.fromEntries(form));
  if (!asked.success || asked.data.id === "new") throw data(null, { status: 400 });
  const { intent, id, active } = asked.data;
  if (intent === "save") return save(ctx, form, asked.data);
  const result = await actOnItem(ctx, KIND, { ...asked.data, intent });
  if (!result.ok) {
    if (result.reason === "forbidden") throw refused(result);
    return answered(refusedAnswer({ intent, id }, result), 409);
  }
  return answered({ intent, id, done: true, flash: saidOf(KIND, { intent, active, isNew: false }), undo: result.undo });
}

async function add(ctx: RequestContext, { site, src, alt, alt_es }: ChosenImage) {
  const asked = { intent: "save", id: "new" } as const;
  const result = await addImage(ctx, { src, site, alt, alt_es });
  if (!result.ok) {
    if (result.reason === "forbidden") throw refused(result);
    return answered(refusedAnswer(asked, result), 409);
  }
  const { id } = result;
  const flash = saidOf(KIND, { intent: "save", active: true, isNew: true });
  return answered({ intent: "save", id, done: true, flash, undo: result.added ? { intent: "delete", id } : null });
}

async function save(ctx: RequestContext, form: FormData, { id, version }: ItemIntent) {
  const at = ctx.now.getTime();
  const asked = { intent: "save", id } as const;
  const input = DescribeImage.safeParse({ alt: form.get("alt"), alt_es: form.get("alt_es") });
  if (!input.success)
    return answered({ ...asked, at, fieldErrors: toFieldErrors(IMAGE_FIELDS, input.error.issues) }, 422);
  const result = await describeImage(ctx, { ...input.data, id, version });
  if (!result.ok) {
    if (result.reason === "forbidden") throw refused(result);
    const refusal = refusedAnswer(asked, result);
    // an undo has no form to show it beside
    const told = form.has("undo") ? ({ flash: "content-admin.undoMissed", bad: true } as const) : {};
    return answered({ ...refusal, ...told, at }, 409);
  }
  const undo = { ...asked, version: String(result.version), ...result.before };
  return answered({ ...asked, done: true, flash: saidOf(KIND, { intent: "save", active: true, isNew: false }), undo });
}

const answered = (answer: ItemAnswer<{ alt: string; alt_es: string }>, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) =>
  keepFormValues(asked, (form) => failedAnswer(KIND, form));

export const shouldRevalidate = readAfterRefusal;

export default GalleryPage;
