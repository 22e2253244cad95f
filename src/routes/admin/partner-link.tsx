import { data } from "react-router";
import { z } from "zod";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { emailPartnerLink } from "#src/modules/sales/affiliates/email-link.server.ts";
import { partnerLink } from "#src/modules/sales/affiliates/read-link.server.ts";
import { renewPartnerLink } from "#src/modules/sales/affiliates/renew-link.server.ts";
import { restorePartnerLink, revokePartnerLink } from "#src/modules/sales/affiliates/revoke-link.server.ts";
import { type LinkAnswer, linkRefused } from "#src/modules/sales/affiliates/rules/link-answer.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import PartnerLinkPage from "#src/modules/sales/affiliates/admin/partner-link-page.tsx";
import type { RequestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/partner-link";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await partnerLink(ctx, id);
  if (!seen.ok) {
    if (seen.reason === "forbidden") throw refused(seen);
    throw data(null, { status: 404 });
  }
  return { name: seen.name, link: seen.link, history: await historyOf(ctx, [["partner", id]]) };
}

const version = z.coerce.number().int().positive();
const Act = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("email"), seen: z.union([z.literal(""), z.iso.datetime()]) }),
  z.object({ intent: z.enum(["renew", "revoke", "restore"]), version }),
]);

/** Acts on the link of a partner's own page, for the panel that shows it wherever it stands. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const act = Act.safeParse(Object.fromEntries(await request.formData()));
  if (!act.success) throw data(null, { status: 400 });
  const result = await done(ctx, id, act.data);
  if (!result.ok && result.reason === "forbidden") throw refused({ missing: result.missing });
  return result.ok ? data(result.answer) : data(linkRefused(result.reason), { status: 409 });
}

type Done = { ok: true; answer: LinkAnswer } | { ok: false; reason: string; missing: string };

async function done(ctx: RequestContext, id: string, act: z.infer<typeof Act>): Promise<Done> {
  const said = (answer: Omit<LinkAnswer, "tone">): Done => ({ ok: true, answer: { ...answer, tone: "good" } });
  const not = (result: { reason: string; missing?: string }): Done => ({ ok: false, missing: "", ...result });
  if (act.intent === "email") {
    const result = await emailPartnerLink(ctx, { id, seen: act.seen });
    return result.ok ? said({ said: "affiliates-link-admin.done.mailed", email: result.email }) : not(result);
  }
  if (act.intent === "renew") {
    const result = await renewPartnerLink(ctx, { id, seen: act.version });
    if (!result.ok) return not(result);
    return said({
      said: result.isMailed ? "affiliates-link-admin.done.renewedAndMailed" : "affiliates-link-admin.done.renewed",
    });
  }
  const isRevoking = act.intent === "revoke";
  const result = await (isRevoking ? revokePartnerLink : restorePartnerLink)(ctx, { id, version: act.version });
  if (!result.ok) return not(result);
  return isRevoking
    ? said({ said: "affiliates-link-admin.done.revoked", undo: act.version })
    : said({ said: "affiliates-link-admin.done.restored" });
}

export default PartnerLinkPage;
