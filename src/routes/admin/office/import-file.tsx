import { data, redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { makeImport } from "#src/modules/office/importing/make-import.server.ts";
import { dropDraft, mapColumns } from "#src/modules/office/importing/map-columns.server.ts";
import { importPage } from "#src/modules/office/importing/queries.server.ts";
import { ImportPress, mappingIn } from "#src/modules/office/importing/schema.ts";
import { sendConfirmations } from "#src/modules/office/importing/send-confirmations.server.ts";
import { undoImport } from "#src/modules/office/importing/undo-import.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/import-file";
import ImportFilePage from "#src/modules/office/importing/admin/import-file-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!z.uuid().safeParse(params.id).success) throw data(null, { status: 404 });
  const after = Number(new URL(request.url).searchParams.get("after") ?? 0);
  const isPlace = Number.isSafeInteger(after) && after > 0 && after < 1_000_000_000;
  const page = await importPage(await staffContext(context), params.id, isPlace ? after : 0);
  if (page.ok) return { view: page.view };
  throw "missing" in page ? refused(page) : data(null, { status: 404 });
}

const Nothing = z.object({});

export const action = (args: Route.ActionArgs) => {
  if (!z.uuid().safeParse(args.params.id).success) throw data(null, { status: 404 });
  const { id } = args.params;
  return adminAct(args, {
    refusals: {
      failed: "importing.failed",
      stale: "importing.refused.stale",
      sold_out: "importing.refused.soldOut",
      has_errors: "importing.refused.errors",
      nothing_to_import: "importing.refused.nothing",
      columns_missing: "importing.refused.columns",
      not_a_draft: "importing.refused.notDraft",
      import_not_found: "importing.refused.gone",
      file_gone: "importing.refused.gone",
      nobody_to_write_to: "importing.refused.nobody",
      busy: "importing.refused.busy",
    },
    acts: {
      map: act({
        input: (form) => {
          const mapping = mappingIn(form);
          return mapping
            ? { success: true, data: mapping }
            : { success: false, error: { issues: [{ path: [], message: "" }] } };
        },
        run: (ctx, mapping) => mapColumns(ctx, id, mapping),
        done: () => ({}),
      }),
      import: act({
        input: ImportPress,
        run: (ctx, press) => makeImport(ctx, id, press),
        done: "importing.done.flash",
      }),
      drop: act({
        input: Nothing,
        run: (ctx) => dropDraft(ctx, id),
        done: (_, __, ctx) => {
          throw redirect(localizedPath("/admin/import", ctx.locale));
        },
      }),
      confirm: act({
        input: z.object({ count: z.coerce.number().int().min(0) }),
        run: (ctx, press) => sendConfirmations(ctx, id, press),
        done: "importing.confirm.flash",
      }),
      undo: act({
        input: Nothing,
        run: (ctx) => undoImport(ctx, id),
        done: "importing.undo.flash",
        refusal: (refusal) =>
          refusal.reason === "cannot_undo" && "block" in refusal
            ? { flash: `importing.undo.block.${refusal.block}` as const, values: { count: refusal.count }, bad: true }
            : undefined,
      }),
    },
  });
};

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "importing.failed");

/** What others took, or brought, meanwhile is shown with the refusal. */
export const shouldRevalidate = readAfterRefusal;

export default ImportFilePage;
