import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { importsPage } from "#src/modules/office/importing/queries.server.ts";
import { fileProblem } from "#src/modules/office/importing/rules/file-problem.ts";
import { NewImport } from "#src/modules/office/importing/schema.ts";
import { startImport } from "#src/modules/office/importing/start-import.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/import";
import ImportPage from "#src/modules/office/importing/admin/import-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await importsPage(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { ...page, key: crypto.randomUUID() };
}

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: { failed: "importing.failed" },
    acts: {
      upload: act({
        input: NewImport,
        fields: ["kind", "source", "file"],
        run: startImport,
        done: ({ id }, _, ctx) => {
          throw redirect(localizedPath(`/admin/import/${id}`, ctx.locale));
        },
        refusal: ({ reason, ...refusal }) => ({
          fieldErrors: [fileProblem(reason, "line" in refusal ? refusal.line : 0)],
        }),
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "importing.failed");

export default ImportPage;
