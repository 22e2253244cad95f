import { data } from "react-router";
import type { Failure } from "#src/kernel/result.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { describePicture } from "#src/modules/site/media/describe-picture.server.ts";
import { openPicture, PAGE_SIZE, pictureLibrary } from "#src/modules/site/media/queries.server.ts";
import { replacePicture } from "#src/modules/site/media/replace-picture.server.ts";
import { restorePicture } from "#src/modules/site/media/restore-picture.server.ts";
import { failedAnswer, type PictureAnswer, refusedAnswer, saidOf } from "#src/modules/site/media/rules/answer.ts";
import { DescribePicture, LibraryFilter, PICTURE_FIELDS, PictureIntent } from "#src/modules/site/media/schema.ts";
import { trashPicture } from "#src/modules/site/media/trash-picture.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/media";
import MediaPage from "#src/modules/site/media/admin/media-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams: asked } = new URL(request.url);
  const filter = LibraryFilter.parse(Object.fromEntries(asked));
  const open = asked.get("open");
  const [library, opened, history] = await Promise.all([
    pictureLibrary(ctx, filter),
    open === null ? null : openPicture(ctx, open),
    open === null ? [] : historyOf(ctx, [["picture", open]]),
  ]);
  if (!library.ok) throw refused(library);
  return { library, filter, pageSize: PAGE_SIZE, picture: opened?.ok ? opened.picture : null, history };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const asked = PictureIntent.safeParse(Object.fromEntries(form));
  if (!asked.success) throw data(null, { status: 400 });
  const intent = asked.data;
  if (intent.intent === "save") return save(ctx, form, intent);
  if (intent.intent === "replace") return replace(ctx, intent);
  const { id } = intent;
  const result = await (intent.intent === "trash" ? trashPicture : restorePicture)(ctx, { id });
  if (!result.ok) return refusedTo(intent, result);
  const undo = { intent: intent.intent === "trash" ? "restore" : "trash", id };
  return answered({ intent: intent.intent, id, done: true, flash: saidOf(intent.intent), undo });
}

async function replace(ctx: RequestContext, { id, by }: { id: string; by: string }) {
  const asked = { intent: "replace", id } as const;
  const result = await replacePicture(ctx, { id, by });
  if (!result.ok) return refusedTo(asked, result);
  return answered({ ...asked, done: true, flash: saidOf("replace"), values: { count: result.places } });
}

function refusedTo({ intent, id }: Pick<PictureAnswer, "intent" | "id">, result: Failure & { missing?: string }) {
  if (result.missing !== undefined) throw refused({ missing: result.missing });
  return answered(refusedAnswer({ intent, id }, result), 409);
}

async function save(ctx: RequestContext, form: FormData, { id, version }: { id: string; version: number }) {
  const asked = { intent: "save", id } as const;
  const at = ctx.now.getTime();
  const input = DescribePicture.safeParse(Object.fromEntries(form));
  if (!input.success)
    return answered({ ...asked, at, fieldErrors: toFieldErrors(PICTURE_FIELDS, input.error.issues) }, 422);
  const result = await describePicture(ctx, { ...input.data, id, version });
  if (!result.ok) {
    if (result.reason === "forbidden") throw refused(result);
    // an undo has no form to show it beside
    const told = form.has("undo") ? ({ flash: "media-admin.undoMissed", bad: true } as const) : {};
    return answered({ ...refusedAnswer(asked, result), ...told, at }, 409);
  }
  const before = Object.fromEntries(Object.entries(result.before).map(([field, value]) => [field, String(value)]));
  const undo = { ...asked, version: String(result.version), ...before };
  return answered({ ...asked, done: true, flash: saidOf("save"), undo });
}

const answered = (answer: PictureAnswer, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, failedAnswer);

export const shouldRevalidate = readAfterRefusal;

export default MediaPage;
