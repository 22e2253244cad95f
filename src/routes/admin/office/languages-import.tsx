import { z } from "zod";
import { ok } from "#src/kernel/result.ts";
import { importTexts } from "#src/modules/office/translations/import-texts.server.ts";
import { planTexts } from "#src/modules/office/translations/plan-texts.server.ts";
import { readTextsFile } from "#src/modules/office/translations/read-file.server.ts";
import { fileProblem, type ImportExtra, previewOf } from "#src/modules/office/translations/rules/import-answer.ts";
import { ImportRows, TextsFile } from "#src/modules/office/translations/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/languages-import";
import LanguagesImportPage from "#src/modules/office/translations/admin/languages-import-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  await staffContext(context);
  return null;
}

export const action = (args: Route.ActionArgs) =>
  adminAct<ImportExtra>(args, {
    refusals: { failed: "translations.file.failed" },
    acts: {
      preview: act({
        input: TextsFile,
        fields: ["file"],
        run: preview,
        done: (view) => ({ preview: view.preview }),
        refusal: ({ reason, ...refusal }) => ({
          fieldErrors: [fileProblem(reason, "line" in refusal ? refusal.line : 0)],
        }),
      }),
      apply: act({
        input: z.object({ rows: ImportRows }),
        run: (ctx, { rows }) => importTexts(ctx, rows),
        done: ({ records, same }) => ({ outcome: { records, same } }),
      }),
    },
  });

async function preview(ctx: RequestContext, { file }: { file: File }) {
  const read = await readTextsFile(new Uint8Array(await file.arrayBuffer()));
  if (!read.ok) return read;
  const planned = await planTexts(ctx, read.rows);
  return planned.ok ? ok({ preview: previewOf(file.name, planned, read.rows) }) : planned;
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "translations.file.failed");

export default LanguagesImportPage;
