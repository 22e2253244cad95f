import { closeSales, openSales } from "#src/modules/opening/open-sales.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Opening and closing the site for sale. */
export function openingRows(stage: StaffStage): Row[] {
  const needs = ["settings.change"] as const;
  const sales = ["sales", "all"] as const;
  return [
    {
      act: "close for sale",
      of: ["opening/open-sales"],
      needs,
      leaves: "sales.closed",
      again: "done",
      prepare: async () => {
        await stage.newDeparture();
        granted(await openSales(stage.as("admin")));
        return does(closeSales, sales);
      },
    },
    {
      act: "open for sale",
      of: ["opening/open-sales"],
      needs,
      leaves: "sales.opened",
      again: "done",
      prepare: async () => {
        await stage.newDeparture();
        granted(await closeSales(stage.as("admin")));
        return does(openSales, sales);
      },
    },
  ];
}
