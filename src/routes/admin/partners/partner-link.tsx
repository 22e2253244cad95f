import PartnerLinkPage from "#src/modules/partners/partner-admin/admin/partner-link-page.tsx";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { data } from "react-router";
import { z } from "zod";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { emailPartnerLink } from "#src/modules/sales/affiliates/email-link.server.ts";
import { partnerLink } from "#src/modules/sales/affiliates/read-link.server.ts";
import { renewPartnerLink } from "#src/modules/sales/affiliates/renew-link.server.ts";
import { restorePartnerLink, revokePartnerLink } from "#src/modules/sales/affiliates/revoke-link.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/partner-link";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const link = await partnerLink(ctx, id);
  if (!link.ok) {
    if (link.reason === "forbidden") throw refused(link);
    throw data(null, { status: 404 });
  }
  return { name: link.name, link: link.link, history: await historyOf(ctx, [["partner", id]]) };
}

const version = z.coerce.number().int().positive();
/** Acts on the link of a partner's own page, for the panel that shows it wherever it stands. */
export const action = ({ params: { id }, ...args }: Route.ActionArgs) =>
  adminAct(args, {
    refusals: {
      changed_meanwhile: "affiliates-link-admin.refused.changed",
      no_email: "affiliates-link-admin.refused.noEmail",
      link_revoked: "affiliates-link-admin.refused.revoked",
      failed: "affiliates-link-admin.refused.gone",
    },
    acts: {
      email: act({
        input: z.object({ seen: z.union([z.literal(""), z.iso.datetime()]) }),
        run: (ctx, { seen: lastMailedAt }) => emailPartnerLink(ctx, { id, seen: lastMailedAt }),
        done: ({ email }) => ({ flash: "affiliates-link-admin.done.mailed", values: { email } }),
      }),
      renew: act({
        input: z.object({ version }),
        run: (ctx, link) => renewPartnerLink(ctx, { id, seen: link.version }),
        done: ({ isMailed }) => ({
          flash: isMailed ? "affiliates-link-admin.done.renewedAndMailed" : "affiliates-link-admin.done.renewed",
        }),
      }),
      revoke: act({
        input: z.object({ version }),
        run: (ctx, link) => revokePartnerLink(ctx, { id, ...link }),
        done: (_, link) => ({
          flash: "affiliates-link-admin.done.revoked",
          undo: { intent: "restore", version: String(link.version) },
        }),
      }),
      restore: act({
        input: z.object({ version }),
        run: (ctx, link) => restorePartnerLink(ctx, { id, ...link }),
        done: "affiliates-link-admin.done.restored",
      }),
    },
  });

export default PartnerLinkPage;
