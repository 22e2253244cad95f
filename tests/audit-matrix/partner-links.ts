import { emailPartnerLink } from "#src/modules/sales/affiliates/email-link.server.ts";
import { renewPartnerLink } from "#src/modules/sales/affiliates/renew-link.server.ts";
import { restorePartnerLink, revokePartnerLink } from "#src/modules/sales/affiliates/revoke-link.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";
import { addLinkedPartner } from "#tests/partner-link.ts";

/** Acts on the secret links of partners' own pages. */
export function partnerLinkRows(stage: StaffStage): Row[] {
  const needs = ["affiliates.change"] as const;
  const newPartner = () => addLinkedPartner(stage.database.ctx());
  const row = { needs, again: "done" };
  return [
    {
      ...row,
      act: "partner link: take back",
      of: ["sales/affiliates/revoke-link"],
      leaves: "partner.link_revoked",
      prepare: async () => {
        const id = await newPartner();
        return does((ctx) => revokePartnerLink(ctx, { id, version: 1 }), ["partner", id]);
      },
    },
    {
      ...row,
      act: "partner link: give back",
      of: ["sales/affiliates/revoke-link"],
      leaves: "partner.link_restored",
      prepare: async () => {
        const id = await newPartner();
        granted(await revokePartnerLink(stage.as("admin"), { id, version: 1 }));
        return does((ctx) => restorePartnerLink(ctx, { id, version: 1 }), ["partner", id]);
      },
    },
    {
      ...row,
      act: "partner link: make anew",
      of: ["sales/affiliates/renew-link"],
      leaves: "partner.link_renewed",
      prepare: async () => {
        const id = await newPartner();
        return does((ctx) => renewPartnerLink(ctx, { id, seen: 1 }), ["partner", id]);
      },
    },
    {
      ...row,
      act: "partner link: email",
      of: ["sales/affiliates/email-link"],
      leaves: "partner.link_sent",
      prepare: async () => {
        const id = await newPartner();
        return does((ctx) => emailPartnerLink(ctx, { id, seen: "" }), ["partner", id]);
      },
    },
  ];
}
