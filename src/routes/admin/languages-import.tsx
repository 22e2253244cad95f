import { data } from "react-router";
import { importTexts } from "#src/modules/office/translations/import-texts.server.ts";
import { planTexts } from "#src/modules/office/translations/plan-texts.server.ts";
import { readTextsFile } from "#src/modules/office/translations/read-file.server.ts";
import { fileProblem, type ImportAnswer, previewOf } from "#src/modules/office/translations/rules/import-answer.ts";
import { ImportIntent, ImportRows } from "#src/modules/office/translations/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/languages-import";
import LanguagesImportPage from "#src/modules/office/translations/admin/languages-import-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  await staffContext(context);
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const intent = ImportIntent.safeParse(form.get("intent"));
  if (!intent.success) throw data(null, { status: 400 });
  return intent.data === "preview" ? preview(ctx, form.get("file")) : apply(ctx, form.get("rows"));
}

async function preview(ctx: RequestContext, file: FormDataEntryValue | null) {
  // a form without a chosen file sends one without a name
  if (!(file instanceof File) || file.name === "") return answered(fileProblem("file_missing"), 422);
  const read = await readTextsFile(new Uint8Array(await file.arrayBuffer()));
  if (!read.ok) return answered(fileProblem(read.reason, "line" in read ? read.line : 0), 422);
  const planned = await planTexts(ctx, read.rows);
  if (!planned.ok) throw refused(planned);
  return answered(previewOf(file.name, planned, read.rows));
}

async function apply(ctx: RequestContext, posted: FormDataEntryValue | null) {
  const rows = ImportRows.safeParse(posted);
  if (!rows.success) throw data(null, { status: 400 });
  const done = await importTexts(ctx, rows.data);
  if (!done.ok) throw refused(done);
  const { records, same } = done;
  return answered({ step: "done", records, same }, records.some(({ problem }) => problem) ? 409 : 200);
}

const answered = (answer: ImportAnswer, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, () => fileProblem("failed"));

export default LanguagesImportPage;
