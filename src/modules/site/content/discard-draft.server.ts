import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import {
  auditedAs,
  drafted,
  isUnseen,
  lockDraft,
  putDraft,
  type SeenVersions,
  toldOf,
} from "#src/modules/site/content/lock-draft.server.ts";
import type { DraftedPage } from "#src/modules/site/content/rules/home-fields.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Discards every draft of a page; for whoever may change contents. The audit log keeps its text. Refusals: forbidden {missing},
 * nothing_to_discard, changed_meanwhile (one is not of the version that the person saw).
 */
export async function discardDraft(ctx: Context, page: DraftedPage, { versions }: { versions: SeenVersions }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const drafts = drafted(await lockDraft(ctx, tx, page));
    if (drafts.length === 0) return fail("nothing_to_discard");
    if (drafts.some((draft) => isUnseen(draft, versions))) return fail("changed_meanwhile");
    for (const draft of drafts) await putDraft(ctx, tx, page, draft, null);
    const changes = toldOf(drafts.map(({ key, visible, current }) => ({ key, old: current, now: visible })));
    const { kind, subject } = auditedAs(page);
    await audit(tx, ctx, { action: `${kind}_draft.discarded`, subject, changes });
    return ok({ sections: drafts.length });
  });
}
