import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import {
  auditedAs,
  drafted,
  isUnseen,
  lockDraft,
  putDraft,
  type SeenVersions,
  tagOf,
  toldOf,
} from "#src/modules/site/content/lock-draft.server.ts";
import { ownPage } from "#src/modules/site/content/read-own-page.server.ts";
import { contentOf, draftOf, isSame } from "#src/modules/site/content/rules/home-draft.ts";
import type { DraftedPage } from "#src/modules/site/content/rules/home-fields.ts";
import { OWN_TEXT } from "#src/modules/site/content/rules/page-fields.ts";
import { versionRow } from "#src/modules/site/content/store/home.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** `id` is that of a version, or of a plain page `OWN_TEXT`. */
export type VersionToRestore = { id: string; versions: SeenVersions };

/**
 * Makes an earlier version of a page, or Ronda's own text, the draft, in place of the one there is; whoever may change contents.
 * Guests see it once it is published, and the audit log keeps the draft that it replaced. Refusals: forbidden {missing},
 * version_not_found, nothing_to_restore (the draft is like it already), changed_meanwhile (a draft that it replaces is not of the
 * version that the person saw).
 */
export async function restoreVersion(ctx: Context, page: DraftedPage, { id, versions }: VersionToRestore) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const version = await versionOf(ctx, tx, page, id);
    if (!version) return fail("version_not_found");
    const replaced = (await lockDraft(ctx, tx, page))
      .map((one) => ({ ...one, wanted: draftOf(one.key, version.sections[one.key]) }))
      .filter(({ key, wanted: target, current }) => !isSame(key, target, current));
    if (replaced.length === 0) return fail("nothing_to_restore");
    const drafts = drafted(replaced);
    if (drafts.some((draft) => isUnseen(draft, versions))) return fail("changed_meanwhile");
    for (const one of replaced) {
      const { key, visible, wanted: target } = one;
      await putDraft(ctx, tx, page, one, isSame(key, target, visible) ? null : contentOf(key, target));
    }
    const texts = toldOf(drafts.map(({ key, current, wanted: target }) => ({ key, old: current, now: target })));
    const { kind, subject } = auditedAs(page);
    const changes = { version: [null, version.name] as const, ...texts };
    await audit(tx, ctx, { action: `${kind}_draft.restored`, subject, changes });
    return ok({ sections: replaced.length });
  });
}

async function versionOf(ctx: Context, tx: Tx, page: DraftedPage, id: string) {
  if (page !== "home" && id === OWN_TEXT)
    return { name: "Ronda", sections: { [page]: (await ownPage(ctx, page)).content } };
  const row = isUuid(id) ? await versionRow(tx, id, tagOf(page)) : undefined;
  return row && { name: row.published_at.toISOString(), sections: row.sections };
}
