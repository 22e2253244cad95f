import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Mapping } from "#src/modules/office/importing/rules/mapping.ts";
import { dropDraftRow, importForUpdate, setMapping } from "#src/modules/office/importing/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Says what the columns of a draft are; the next file of its kind begins with the same. Needs `imports.change`. Refusals: forbidden
 * {missing}, import_not_found, not_a_draft.
 */
export async function mapColumns(ctx: Context, id: string, mapping: Mapping) {
  if (!can(ctx.actor, "imports.change")) return fail("forbidden", { missing: "imports.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const row = await importForUpdate(tx, id);
    if (!row) return fail("import_not_found");
    if (row.state !== "draft") return fail("not_a_draft");
    if (await setMapping(tx, id, mapping)) await audit(tx, ctx, { action: "import.mapped", subject: ["import", id] });
    return ok({});
  });
}

/** Drops a draft with its file. Needs `imports.change`. Refusals: forbidden {missing}, import_not_found. */
export async function dropDraft(ctx: Context, id: string) {
  if (!can(ctx.actor, "imports.change")) return fail("forbidden", { missing: "imports.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await dropDraftRow(tx, id))) return fail("import_not_found");
    await audit(tx, ctx, { action: "import.dropped", subject: ["import", id] });
    return ok({});
  });
}
