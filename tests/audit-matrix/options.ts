import { saveOptions } from "#src/modules/office/options/save-options.server.ts";
import { saveRates } from "#src/modules/office/options/save-rates.server.ts";
import { takeBackOptions } from "#src/modules/office/options/take-back-options.server.ts";
import { rateTexts } from "#src/modules/office/options/rules/rates.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Acts on the general options. */
export function optionRows(stage: StaffStage): Row[] {
  const needs = ["settings.change"] as const;
  const about = ["settings", "receipts"] as const;
  const rename = async (name: string) => {
    const stored = await stage
      .db()
      .selectFrom("app_settings")
      .select("value")
      .where("key", "=", "operator_name")
      .executeTakeFirst();
    const was = { operator_name: stored?.value ?? "" };
    return { section: "receipts" as const, texts: { operator_name: name }, was, confirmed: false };
  };
  let count = 0;

  return [
    {
      act: "save options",
      of: ["office/options/save-options"],
      needs,
      leaves: "settings.changed",
      again: "done",
      prepare: async () => {
        const input = await rename(`Ronda ${++count}`);
        return does((ctx) => saveOptions(ctx, input), about);
      },
    },
    {
      act: "take back a save of options",
      of: ["office/options/take-back-options"],
      needs,
      leaves: "settings.taken_back",
      again: "done",
      prepare: async () => {
        const { entry } = granted(await saveOptions(stage.as("admin"), await rename(`Ronda ${++count}`)));
        return does((ctx) => takeBackOptions(ctx, { entry: entry! }), about);
      },
    },
    {
      act: "save exchange rates",
      of: ["office/options/save-rates"],
      needs,
      leaves: "rates.changed",
      again: "done",
      prepare: async () => {
        const was = rateTexts(await stage.db().selectFrom("currency_rates").selectAll().execute());
        const rate = (Number(was.MXN.rate) + 0.01).toFixed(2);
        const input = { was, rates: { ...was, MXN: { ...was.MXN, rate } }, confirmed: false };
        return does((ctx) => saveRates(ctx, input), ["settings", "rates"]);
      },
    },
  ];
}
