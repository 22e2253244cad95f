import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { parseAmount } from "#src/kernel/amount.ts";
import { cancelSale } from "#src/modules/evening/till/cancel-sale.server.ts";
import { checkCredit } from "#src/modules/evening/till/check-credit.server.ts";
import { doorOffer, doorSale } from "#src/modules/evening/till/queries.server.ts";
import { fieldsWithAddOns } from "#src/modules/sales/booking/rules/add-on-field.ts";
import { refusalOf, type TillExtra } from "#src/modules/evening/till/rules/answer.ts";
import { CancelSale, CheckCredit, DoorSale, UndoSale } from "#src/modules/evening/till/schema.ts";
import { sellAtDoor } from "#src/modules/evening/till/sell-at-door.server.ts";
import { undoSale } from "#src/modules/evening/till/undo-sale.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { TILL_REFUSALS } from "#src/routes/admin/shared/till-acts.server.ts";
import type { Route } from "./+types/door-sale";
import DoorSalePage from "#src/modules/evening/till/admin/door-sale-page.tsx";

/** With `sale` in the address that sale, else the form for the next one, of the night in `departure`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = new URL(request.url).searchParams;
  const id = query.get("sale");
  if (id !== null) {
    const found = await doorSale(ctx, id);
    if (found.ok)
      return {
        offer: null,
        sale: found.sale,
        given: parseAmount(query.get("given") ?? ""),
        formKey: "",
        departure: null,
        me: "",
      };
    if (found.reason === "forbidden") throw refused(found);
    throw data(null, { status: 404 });
  }
  const offer = await doorOffer(ctx);
  if (!offer.ok) throw refused(offer);
  return {
    offer,
    sale: null,
    given: null,
    formKey: crypto.randomUUID(),
    departure: query.get("departure"),
    me: ctx.actor.userId ?? "",
  };
}

const leave = (ctx: RequestContext, query = "") => {
  throw redirect(localizedPath(`/admin/door-sale${query}`, ctx.locale));
};

export const action = (args: Route.ActionArgs) =>
  adminAct<TillExtra>(args, {
    refusals: TILL_REFUSALS,
    acts: {
      sell: act({
        input: (form) => DoorSale.safeParse(fieldsWithAddOns(form)),
        fields: Object.keys(DoorSale.shape),
        run: sellAtDoor,
        done: ({ booking_id }, { given: handed }, ctx) =>
          // kept in the address alone: how much goes back is still asked a moment later
          leave(ctx, `?${new URLSearchParams({ sale: booking_id, ...(handed && { given: handed }) })}`),
        refusal: refusalOf,
      }),
      credit: act({
        input: (form) => CheckCredit.safeParse(fieldsWithAddOns(form)),
        fields: ["credit_code"],
        run: checkCredit,
        done: ({ credit }) => ({ credit }),
        refusal: refusalOf,
      }),
      cancel: act({ input: CancelSale, run: cancelSale, done: (_, _input, ctx) => leave(ctx), refusal: refusalOf }),
      undo: act({
        input: UndoSale,
        run: undoSale,
        done: (_, { booking_id }, ctx) => leave(ctx, `?sale=${booking_id}`),
        refusal: refusalOf,
      }),
    },
  });

/** After a refusal the page shows what has changed meanwhile: places, prices, the till. */
export const shouldRevalidate = () => true;

export default DoorSalePage;
