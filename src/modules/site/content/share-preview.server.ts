import { localizedPath } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { previewEnd } from "#src/modules/site/content/rules/preview-link.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/**
 * A link that shows the home page with its drafts to whoever has it, for a week; whoever may change contents. It is signed, not
 * stored, and shows what is drafted when it is opened. Refusal: forbidden {missing}.
 */
export async function sharePreview(ctx: Context) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const until = previewEnd(ctx.now);
  const key = sign(ctx.secret, "home-preview", ctx.site, until);
  const url = `${ctx.origin}${localizedPath("/preview/home", ctx.locale)}?until=${until}&key=${key}`;
  const ends = new Date(until * 1000).toISOString();
  await audit(ctx.db, ctx, {
    action: "home_draft.shared",
    subject: ["home_page", "cdmx"],
    changes: { ends_at: [null, ends] },
  });
  return ok({ url, until: ends });
}
