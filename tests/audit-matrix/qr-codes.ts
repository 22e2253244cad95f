import { randomUUID } from "node:crypto";
import { newQrId } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import { addQrCode, switchQrCode, updateQrCode } from "#src/modules/sales/affiliates/save-qr-code.server.ts";
import { SaveQrCode } from "#src/modules/sales/affiliates/schema.ts";
import {
  ignoreWidgetOrigin,
  listWidgetOrigin,
  setWidgetOrigins,
} from "#src/modules/sales/affiliates/set-widget-origins.server.ts";
import { NOON } from "#tests/database.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Acts on printed codes, and on the sites of partners' widgets. */
export function qrRows(stage: StaffStage): Row[] {
  const needs = ["affiliates.change"] as const;
  const partner = async () => {
    const id = randomUUID();
    const code = `H${id.slice(0, 8)}`;
    await stage.db().insertInto("partners").values({ id, name: "Hostel Jacaranda", code, created_at: NOON }).execute();
    return id;
  };
  const fields = (partner_id: string, campaign = "Summer") =>
    SaveQrCode.parse({
      partner_id,
      campaign,
      placement: "Reception",
      target: "/",
      foreground: "#1d1016",
      background: "#ffffff",
    });
  const create = async () =>
    granted(await addQrCode(stage.as("admin"), { id: newQrId(), code: fields(await partner()) })).id;

  return [
    {
      act: "make a QR code",
      of: ["sales/affiliates/save-qr-code"],
      needs,
      leaves: "qr_code.created",
      again: "done",
      prepare: async () => {
        const input = { id: newQrId(), code: fields(await partner()) };
        return does((ctx) => addQrCode(ctx, input), ["qr_code", input.id]);
      },
    },
    {
      act: "move a QR code",
      of: ["sales/affiliates/save-qr-code"],
      needs,
      leaves: "qr_code.updated",
      again: "done",
      prepare: async () => {
        const id = await create();
        const code = { ...fields(await partner(), "Winter"), target: "/crawls" };
        return does((ctx) => updateQrCode(ctx, { id, version: 1, code }), ["qr_code", id]);
      },
    },
    ...([true, false] as const).map((isActive) => ({
      act: isActive ? "switch a QR code on" : "switch a QR code off",
      of: ["sales/affiliates/save-qr-code"],
      needs,
      leaves: isActive ? "qr_code.activated" : "qr_code.deactivated",
      again: "done",
      prepare: async () => {
        const id = await create();
        if (isActive) granted(await switchQrCode(stage.as("admin"), { id, isActive: false }));
        return does((ctx) => switchQrCode(ctx, { id, isActive }), ["qr_code", id]);
      },
    })),
    {
      act: "set the sites of a widget",
      of: ["sales/affiliates/set-widget-origins"],
      needs,
      leaves: "partner.widget_origins_set",
      again: "done",
      prepare: async () => {
        const partnerId = await partner();
        const origins = ["https://hostel.example"];
        return does((ctx) => setWidgetOrigins(ctx, { partnerId, version: 1, origins }), ["partner", partnerId]);
      },
    },
    {
      act: "list a reported site of a widget",
      of: ["sales/affiliates/set-widget-origins"],
      needs,
      leaves: "partner.widget_origins_set",
      again: "done",
      prepare: async () => {
        const partnerId = await partner();
        return does(
          (ctx) => listWidgetOrigin(ctx, { partnerId, origin: "https://blog.example" }),
          ["partner", partnerId],
        );
      },
    },
    {
      act: "ignore a reported site of a widget",
      of: ["sales/affiliates/set-widget-origins"],
      needs,
      leaves: "partner.widget_site_ignored",
      again: "done",
      prepare: async () => {
        const partnerId = await partner();
        return does(
          (ctx) => ignoreWidgetOrigin(ctx, { partnerId, origin: "https://blog.example" }),
          ["partner", partnerId],
        );
      },
    },
  ];
}
