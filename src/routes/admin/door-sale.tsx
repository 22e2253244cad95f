import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { minorOf } from "#src/kernel/typed-money.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { cancelSale } from "#src/modules/evening/till/cancel-sale.server.ts";
import { doorOffer, doorSale } from "#src/modules/evening/till/queries.server.ts";
import { refusalOf, type TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { CancelSale, DoorSale, UndoSale } from "#src/modules/evening/till/schema.ts";
import { sellAtDoor } from "#src/modules/evening/till/sell-at-door.server.ts";
import { undoSale } from "#src/modules/evening/till/undo-sale.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
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
        given: minorOf(query.get("given") ?? ""),
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

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const fields = Object.fromEntries(await request.formData());
  if (fields["intent"] === "cancel") return cancel(ctx, fields);
  if (fields["intent"] === "undo") return undo(ctx, fields);
  if (fields["intent"] !== "sell") throw data(null, { status: 400 });
  const input = DoorSale.safeParse(fields);
  const told = {
    intent: "sell",
    at: ctx.now.getTime(),
    ...(typeof fields["key"] === "string" ? { key: fields["key"] } : {}),
  };
  if (!input.success)
    return answered({ ...told, fieldErrors: toFieldErrors(Object.keys(DoorSale.shape), input.error.issues) }, 422);
  const result = await sellAtDoor(ctx, input.data);
  if (result.ok) {
    const query = new URLSearchParams({ sale: result.booking_id });
    // kept in the address alone: how much goes back is still asked a moment later
    if (typeof fields["given"] === "string" && fields["given"] !== "") query.set("given", fields["given"]);
    throw redirect(localizedPath(`/admin/door-sale?${query.toString()}`, ctx.locale));
  }
  if (result.reason === "forbidden") throw refused({ missing: "sales.door" });
  return answered({ ...told, ...refusalOf(result, ctx.locale) }, 409);
}

async function cancel(ctx: RequestContext, fields: Record<string, FormDataEntryValue>) {
  const input = CancelSale.safeParse(fields);
  if (!input.success) throw data(null, { status: 400 });
  const result = await cancelSale(ctx, input.data);
  if (result.ok) throw redirect(localizedPath("/admin/door-sale", ctx.locale));
  if (result.reason === "forbidden") throw refused(result);
  return answered({ intent: "cancel", at: ctx.now.getTime(), ...refusalOf(result, ctx.locale) }, 409);
}

async function undo(ctx: RequestContext, fields: Record<string, FormDataEntryValue>) {
  const input = UndoSale.safeParse(fields);
  if (!input.success) throw data(null, { status: 400 });
  const result = await undoSale(ctx, input.data);
  if (result.ok) throw redirect(localizedPath(`/admin/door-sale?sale=${input.data.booking_id}`, ctx.locale));
  if (result.reason === "forbidden") throw refused({ missing: "sales.door" });
  return answered({ intent: "undo", at: ctx.now.getTime(), ...refusalOf(result, ctx.locale) }, 409);
}

const answered = (answer: TillAnswer, status: number) => data(answer, { status });

/** After a refusal the page shows what has changed meanwhile: places, prices, the till. */
export const shouldRevalidate = () => true;

export default DoorSalePage;
