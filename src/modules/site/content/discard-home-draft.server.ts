import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { draftChanges, isUnseen, type SeenVersions } from "#src/modules/site/content/publish-home.server.ts";
import { SECTION_KEYS } from "#src/modules/site/content/rules/home-fields.ts";
import { storedSections } from "#src/modules/site/content/store.server.ts";
import { holdDrafts, writeDraft } from "#src/modules/site/content/store/home.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Throws every draft of the home page away; whoever may change contents. The audit log keeps what it said. Refusals: forbidden
 * {missing}, nothing_to_discard, changed_meanwhile (one is not of the version that the person saw).
 */
export async function discardHomeDraft(ctx: Context, { versions }: { versions: SeenVersions }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const drafts = (await holdDrafts(tx, SECTION_KEYS, ctx.now)).filter(({ content }) => content !== null);
    if (drafts.length === 0) return fail("nothing_to_discard");
    if (drafts.some((draft) => isUnseen(draft, versions))) return fail("changed_meanwhile");
    const said = draftChanges(await storedSections(tx), drafts);
    for (const { section_key } of drafts)
      await writeDraft(tx, section_key, { content: null, by: ctx.actor.userId, at: ctx.now });
    const changes = Object.fromEntries(Object.entries(said).map(([key, [old, now]]) => [key, [now, old] as const]));
    await audit(tx, ctx, { action: "home_draft.discarded", subject: ["home_page", "cdmx"], changes });
    return ok({ sections: drafts.length });
  });
}
