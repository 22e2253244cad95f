import { fail, ok } from "#src/kernel/result.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { readTable } from "#src/modules/office/importing/read-table.server.ts";
import { firstMapping } from "#src/modules/office/importing/rules/mapping.ts";
import type { NewImport } from "#src/modules/office/importing/schema.ts";
import { crawlsByName, insertDraft, lastMapping } from "#src/modules/office/importing/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Keeps a file of bookings or customers of another system as a draft, with a guess of what its columns are: nothing is imported yet.
 * Idempotent by the form's key, which becomes the import's id. Needs `imports.change`. Refusals: forbidden {missing}, and those of
 * `readTable`.
 */
export async function startImport(ctx: Context, { key: id, kind, source, file }: NewImport) {
  if (!can(ctx.actor, "imports.change")) return fail("forbidden", { missing: "imports.change" as const });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = await readTable(bytes);
  if (!read.ok) return read;
  const [last, crawls] = await Promise.all([lastMapping(ctx.db, kind), crawlsByName(ctx.db)]);
  const only = crawls.length === 1 ? crawls[0]!.id : null;
  const standard = { crawl: only, currency: "MXN" as const, language: ctx.locale };
  const mapping = firstMapping(kind, read.table, last, standard);
  const draft = {
    id,
    kind,
    source,
    file_name: toOneLine(file.name).slice(0, 200),
    file: bytes,
    mapping,
    test: practises(ctx),
    made_by: ctx.actor.userId,
    made_at: ctx.now,
  };
  await ctx.db.transaction().execute(async (tx) => {
    if (await insertDraft(tx, draft))
      await audit(tx, ctx, {
        action: "import.uploaded",
        subject: ["import", id],
        changes: { name: [null, source], kind: [null, kind] },
      });
  });
  return ok({ id });
}
