import { randomUUID } from "node:crypto";
import { renameDesk, revokeDesk, unlockDesk } from "#src/modules/partners/desk/change-device.server.ts";
import { offerBinding, renewBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";
import { NOON } from "#tests/database.ts";

/** The phones and tablets at partners' receptions. */
export function deskRows(stage: StaffStage): Row[] {
  const needs = ["affiliates.change"] as const;
  const newPartner = async () => {
    const id = randomUUID();
    const values = { id, name: "Casa Nopal", code: `nopal-${id}`, created_at: NOON };
    await stage.db().insertInto("partners").values(values).execute();
    return id;
  };
  const offered = async () =>
    granted(await offerBinding(stage.as("admin"), { partner_id: await newPartner(), name: "Reception" })).id;
  const changes = (
    act: string,
    leaves: string,
    change: (ctx: Parameters<typeof renameDesk>[0], id: string) => ReturnType<typeof renameDesk>,
    before: { locked_at?: Date } = {},
  ): Row => ({
    act: `desk: ${act}`,
    of: ["partners/desk/change-device"],
    needs,
    leaves,
    again: "done",
    prepare: async () => {
      const id = await offered();
      if (before.locked_at) await stage.db().updateTable("desk_devices").set(before).where("id", "=", id).execute();
      return does((ctx) => change(ctx, id), ["desk", id]);
    },
  });
  return [
    {
      act: "desk: offer",
      of: ["partners/desk/offer-binding"],
      needs,
      leaves: "desk.offered",
      again: "another act",
      prepare: async () => {
        const input = { partner_id: await newPartner(), name: "Reception" };
        return does(
          (ctx) => offerBinding(ctx, input),
          ({ id }) => ["desk", id],
        );
      },
    },
    {
      act: "desk: renew",
      of: ["partners/desk/offer-binding"],
      needs,
      leaves: "desk.offered",
      again: "another act",
      prepare: async () => {
        const id = await offered();
        return does((ctx) => renewBinding(ctx, { id }), ["desk", id]);
      },
    },
    changes("rename", "desk.renamed", (ctx, id) => renameDesk(ctx, { id, name: "Bar" })),
    changes("unlock", "desk.unlocked", (ctx, id) => unlockDesk(ctx, { id }), { locked_at: NOON }),
    changes("revoke", "desk.revoked", (ctx, id) => revokeDesk(ctx, { id })),
  ];
}
