import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { toldChanges, wordingNow } from "#src/modules/mail/notifications/publish-template.server.ts";
import { RONDAS, rondasWording } from "#src/modules/mail/notifications/read-wording.server.ts";
import { isSameWording, NO_WORDING, problemsIn, wordingOf } from "#src/modules/mail/notifications/rules/wording.ts";
import { addTemplate, lockTemplate, templateAt } from "#src/modules/mail/notifications/store/templates.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type ToRestore = { kind: TemplateKind; version: number; base: number };

/**
 * Publishes an earlier wording of a kind of email again, or Ronda's (version 1), as a version of its own; whoever may change emails.
 * `base` is the version that the person saw. Refusals: forbidden {missing}, version_not_found, version_unfit (its texts can't be used
 * anymore), changed_meanwhile.
 */
export async function restoreTemplate(ctx: Context, { kind, version: wish, base }: ToRestore) {
  if (!can(ctx.actor, "emails.change")) return fail("forbidden", { missing: "emails.change" as const });
  const ronda = await rondasWording(kind);
  return ctx.db.transaction().execute(async (tx) => {
    await lockTemplate(tx, kind);
    const row = wish === RONDAS ? null : await templateAt(tx, kind, wish);
    if (row === undefined) return fail("version_not_found");
    const wording = row === null ? NO_WORDING : wordingOf(kind, row.texts);
    const now = await wordingNow(tx, kind);
    if (isSameWording(kind, now.wording, wording)) return ok({ version: now.version });
    if (now.version !== base) return fail("changed_meanwhile");
    if (problemsIn(kind, wording).length > 0) return fail("version_unfit");
    const version = now.version + 1;
    await addTemplate({ kind, version, texts: wording, restored: wish, by: ctx.actor.userId, at: ctx.now }, tx);
    await audit(tx, ctx, {
      action: wish === RONDAS ? "template.reset" : "template.restored",
      subject: ["email_template", kind],
      changes: {
        ...(row === null ? {} : { version: [null, row.published_at.toISOString()] }),
        ...toldChanges(kind, { old: now.wording, wording, ronda }),
      },
    });
    return ok({ version });
  });
}
