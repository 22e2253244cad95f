import { randomUUID } from "node:crypto";
import { addTerms } from "#src/modules/partners/commission/add-terms.server.ts";
import { NEW_PARTNER } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import { addPartner, changePartner } from "#src/modules/sales/affiliates/save-partner.server.ts";
import { AddTerms } from "#src/modules/partners/commission/schema.ts";
import { SavePartner } from "#src/modules/sales/affiliates/schema.ts";
import { switchPartner } from "#src/modules/sales/affiliates/switch-partner.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

const fields = (id: string, name: string) =>
  SavePartner.parse({
    ...NEW_PARTNER,
    name,
    code: `code-${id.slice(-12)}`,
    city_id: "mexico-city",
    desk_credit_limit: "1500.50",
    clabe: "032180000118359719",
  });
const TERMS = AddTerms.parse({
  kind: "percentage",
  value: "12.5",
  basis: "came",
  valid_from: "2026-11-01",
  tiers: [],
  exceptions: [],
});

/** Acts on partners and their terms. */
export function partnerRows(stage: StaffStage): Row[] {
  const needs = ["affiliates.change"] as const;
  const newPartner = async () => {
    const id = randomUUID();
    granted(await addPartner(stage.as("admin"), { id, partner: fields(id, "Hostel Jacaranda") }));
    return id;
  };
  return [
    {
      act: "add a partner",
      of: ["sales/affiliates/save-partner"],
      needs,
      leaves: "partner.created",
      again: "done",
      prepare: () => {
        const id = randomUUID();
        const input = { id, partner: fields(id, "Posada Luna") };
        return Promise.resolve(does((ctx) => addPartner(ctx, input), ["partner", id]));
      },
    },
    {
      act: "change a partner",
      of: ["sales/affiliates/save-partner"],
      needs,
      leaves: "partner.updated",
      again: "done",
      prepare: async () => {
        const id = await newPartner();
        const input = { id, version: 1, partner: { ...fields(id, "Casa Mezcalina"), shares_network: false } };
        return does((ctx) => changePartner(ctx, input), ["partner", id]);
      },
    },
    ...([false, true] as const).map((isActive): Row => ({
      act: `partner: switch ${isActive ? "on" : "off"}`,
      of: ["sales/affiliates/switch-partner"],
      needs,
      leaves: isActive ? "partner.activated" : "partner.deactivated",
      again: "done",
      prepare: async () => {
        const id = await newPartner();
        if (isActive) granted(await switchPartner(stage.as("admin"), { id, isActive: false }));
        return does((ctx) => switchPartner(ctx, { id, isActive }), ["partner", id]);
      },
    })),
    {
      act: "agree on a partner's terms",
      of: ["partners/commission/add-terms"],
      needs,
      leaves: "partner.terms_added",
      again: "done",
      prepare: async () => {
        const input = { partnerId: await newPartner(), seen: 0, terms: TERMS };
        return does((ctx) => addTerms(ctx, input), ["partner", input.partnerId]);
      },
    },
  ];
}
