import { z } from "zod";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { confirmBrand } from "#src/modules/office/opening/confirm-brand.server.ts";
import { closeSales, openSales } from "#src/modules/office/opening/open-sales.server.ts";
import { openingOf } from "#src/modules/office/opening/queries.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/opening";
import OpeningPage from "#src/modules/office/opening/admin/opening-page.tsx";

/** After a refusal the page shows what is missing; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const [page, history] = await Promise.all([openingOf(ctx), historyOf(ctx, [["sales", "all"]])]);
  if (!page.ok) throw refused(page);
  return { opening: page.opening, history };
}

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: { failed: "opening.missing.nights" },
    acts: {
      open: act({
        input: z.object({}),
        run: openSales,
        done: () => ({ flash: "opening.flash.opened", undo: { intent: "close" } }),
        refusal: (refusal) =>
          refusal.reason === "not_ready"
            ? { flash: `opening.missing.${refusal.missing[0]!}` as const, bad: true }
            : undefined,
      }),
      close: act({
        input: z.object({}),
        run: closeSales,
        done: () => ({ flash: "opening.flash.closed", undo: { intent: "open" } }),
      }),
      confirm: act({ input: z.object({}), run: confirmBrand, done: "opening.flash.confirmed" }),
    },
  });

export default OpeningPage;
