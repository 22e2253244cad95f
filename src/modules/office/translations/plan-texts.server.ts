import { ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { hashOfCell, hashOfText } from "#src/modules/office/translations/hash-text.server.ts";
import { listRecords } from "#src/modules/office/translations/list-records.server.ts";
import type { FileRow } from "#src/modules/office/translations/rules/file.ts";
import { planImport } from "#src/modules/office/translations/rules/import-plan.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What the rows of a file would change, and what saves it. Needs `content.change`; a record that needs more is refused in the plan.
 * Refusal: forbidden {missing}.
 */
export async function planTexts(ctx: Context, rows: readonly FileRow[]) {
  const listed = await listRecords(ctx);
  if (!listed.ok) return listed;
  const hashing = { ofCell: hashOfCell, ofText: hashOfText };
  return ok(planImport({ records: listed.records, rows, hashing, may: (needs) => can(ctx.actor, needs) }));
}
