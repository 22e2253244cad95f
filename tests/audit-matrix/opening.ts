import { confirmBrand } from "#src/modules/office/opening/confirm-brand.server.ts";
import { closeSales, openSales } from "#src/modules/office/opening/open-sales.server.ts";
import { SHIPPED } from "#src/modules/office/opening/rules/opening.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Says who sells, without which nothing opens. */
async function named(stage: StaffStage) {
  granted(await confirmBrand(stage.as("admin")));
  const company = { operator_name: "Noches SA", operator_address: "Calle 1" };
  await stage
    .db()
    .insertInto("app_settings")
    .values(Object.entries(company).map(([key, value]) => ({ key, value })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Opening and closing the site for sale. */
export function openingRows(stage: StaffStage): Row[] {
  const needs = ["settings.change"] as const;
  const sales = ["sales", "all"] as const;
  return [
    {
      act: "confirm the names that came with the product",
      of: ["office/opening/confirm-brand"],
      needs,
      leaves: "brand.confirmed",
      again: "done",
      prepare: async () => {
        await stage
          .db()
          .deleteFrom("app_settings")
          .where("key", "in", [...SHIPPED])
          .execute();
        return does(confirmBrand, sales);
      },
    },
    {
      act: "close for sale",
      of: ["office/opening/open-sales"],
      needs,
      leaves: "sales.closed",
      again: "done",
      prepare: async () => {
        await stage.newDeparture();
        await named(stage);
        granted(await openSales(stage.as("admin")));
        return does(closeSales, sales);
      },
    },
    {
      act: "open for sale",
      of: ["office/opening/open-sales"],
      needs,
      leaves: "sales.opened",
      again: "done",
      prepare: async () => {
        await stage.newDeparture();
        await named(stage);
        granted(await closeSales(stage.as("admin")));
        return does(openSales, sales);
      },
    },
  ];
}
