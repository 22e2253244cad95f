import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { fieldsWithAddOns } from "#src/modules/sales/booking/rules/add-on-field.ts";
import { cancelSale } from "#src/modules/partners/desk/cancel-sale.server.ts";
import { deskCookies, deskSecretOf } from "#src/modules/partners/desk/keep-cookie.server.ts";
import { closeDesk, openDesk, touchDesk } from "#src/modules/partners/desk/open-desk.server.ts";
import { deskOf, deskSale, type DeviceRow, deskState, refusedSale } from "#src/modules/partners/desk/queries.server.ts";
import { deskRefusal } from "#src/modules/partners/desk/rules/answer.ts";
import {
  DeskAct,
  type DeskAnswer,
  type DeskCredit,
  type DeskExtra,
  DeskSale,
} from "#src/modules/partners/desk/schema.ts";
import { checkCredit, sellAtDesk } from "#src/modules/partners/desk/sell-at-desk.server.ts";
import { requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { aboutForm, type Reply } from "#src/ui/form/answer.ts";
import type { Route } from "./+types/desk-act";

/** There is no page here. */
export function loader() {
  throw data(null, { status: 404 });
}

/**
 * What a desk does: sells, cancels, opens by its PIN, closes. Always answers 200 with how it ended, so that the device knows every
 * other answer for one that says nothing of it.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const secret = deskSecretOf(ctx, request.headers.get("cookie"));
  const form = await request.formData();
  const fields = fieldsWithAddOns(form);
  const answered = (reply: DeskReply, cookies: [string, string][] = []): Response => {
    const answer: DeskAnswer = { ...aboutForm(form), at: ctx.now.getTime(), ...reply };
    return Response.json(answer, { headers: [["cache-control", "no-store"], ...cookies] });
  };
  const isSale = fields["intent"] === "sell";
  const sent = isSale ? DeskSale.safeParse(fields) : DeskAct.safeParse(fields);
  if (!sent.success && !isSale) throw data(null, { status: 400 });
  const device = await deskOf(ctx, secret);
  if (!device) return answered({ state: { kind: "gone" }, reason: "gone" });
  if (!sent.success) {
    const fieldErrors = toFieldErrors(Object.keys(DeskSale.shape), sent.error.issues);
    return answered({ reason: "invalid", fieldErrors });
  }
  const input = sent.data;
  switch (input.intent) {
    case "sell": {
      await touchDesk(ctx, device);
      const sold = await sellAtDesk(ctx, device, input);
      return answered(
        sold.ok ? await soldAs(ctx, device, sold.booking_id) : await refused(ctx, device, sold, input.key),
      );
    }
    case "cancel": {
      const gone = await cancelSale(ctx, device, input);
      return answered(gone.ok ? await soldAs(ctx, device, input.booking_id) : await refused(ctx, device, gone));
    }
    case "credit": {
      await touchDesk(ctx, device);
      const found = await checkCredit(ctx, device, input);
      if (!found.ok) return answered(await refused(ctx, device, found));
      return answered({ ...(await nowOf(ctx, device, secret)), credit: found.credit });
    }
    case "unlock": {
      const opened = await openDesk(ctx, device, input.pin);
      if (!opened.ok) return answered(await refused(ctx, device, opened));
      return answered(await nowOf(ctx, device, secret), secret ? deskCookies(ctx, secret) : []);
    }
    case "lock":
      await closeDesk(ctx, device);
      return answered(await nowOf(ctx, device, secret));
    case "touch":
      await touchDesk(ctx, device);
      return answered(await nowOf(ctx, device, secret));
  }
}

type DeskReply = Reply<DeskExtra>;

/** Read again: the act has changed the device. */
const nowOf = async (ctx: RequestContext, device: DeviceRow, secret: string | null): Promise<DeskReply> => ({
  done: true,
  state: await deskState(ctx, (await deskOf(ctx, secret)) ?? device),
});

async function soldAs(ctx: RequestContext, device: DeviceRow, bookingId: string): Promise<DeskReply> {
  const [found, state] = await Promise.all([deskSale(ctx, device, bookingId), deskState(ctx, device)]);
  return { done: true, state, ...(found.ok ? { sale: found.sale } : {}) };
}

type Refusal = Parameters<typeof deskRefusal>[0] & { credit?: DeskCredit };

/** Why not, what the desk shows by now, and the sale itself where it has its places all the same. */
async function refused(ctx: RequestContext, device: DeviceRow, refusal: Refusal, key?: string): Promise<DeskReply> {
  const { reason, credit } = refusal;
  const message = deskRefusal(refusal, ctx.locale);
  const sale = key ? await refusedSale(ctx, device, { key, reason }) : null;
  const state = await deskState(ctx, reason === "locked" ? { ...device, locked_at: ctx.now } : device);
  return { reason, ...message, state, ...(sale && { sale }), ...(credit && { credit }) };
}
