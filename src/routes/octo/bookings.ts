import type { z } from "zod";
import { isUuid } from "#src/kernel/codes.ts";
import { preferredLocale } from "#src/kernel/localized.ts";
import { type Failure, fail, ok } from "#src/kernel/result.ts";
import { cancelResale } from "#src/modules/programs/resellers/cancel-resale.server.ts";
import { changeResale } from "#src/modules/programs/resellers/change-resale.server.ts";
import { confirmResale } from "#src/modules/programs/resellers/confirm-resale.server.ts";
import { extendResale } from "#src/modules/programs/resellers/extend-resale.server.ts";
import { findResale, listResales } from "#src/modules/programs/resellers/queries.server.ts";
import { resellPlaces } from "#src/modules/programs/resellers/resell-places.server.ts";
import {
  CancelResale,
  ChangeResale,
  ConfirmResale,
  ExtendResale,
  type Resale,
  ReserveResale,
  ResaleFilter,
} from "#src/modules/programs/resellers/schema.ts";
import { MOST_BOOKED } from "#src/modules/sales/booking/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Capabilities } from "#src/octo/capabilities.ts";
import { octoEndpoint } from "#src/octo/endpoint.ts";
import { bookingsFrom } from "#src/octo/read-booking.ts";
import { choiceOf, isPayable, nightsOf, type Product } from "#src/octo/read-catalogue.ts";
import { type OctoRefusal, refuse, wrongIn } from "#src/octo/refusals.ts";
import {
  BookingsQuery,
  CancelBody,
  ChangeBody,
  ConfirmBody,
  ExtendBody,
  OPTION,
  ReserveBody,
  UNIT,
  type UnitItems,
} from "#src/octo/shapes.ts";
import { contactFrom, peopleFrom } from "#src/octo/write-booking.ts";

type Call = { params: Readonly<Record<string, string>>; capabilities: Capabilities };

/** One resale as the answer, or why there is none. */
async function answered<F extends Failure>(
  ctx: Context,
  { capabilities }: Call,
  result: { ok: true; resale: Resale } | F,
) {
  if (!result.ok) return result;
  return ok({ answer: (await bookingsFrom(ctx, capabilities, [result.resale]))[0] });
}

/** What the module is sent, by its own shape. */
function shaped<T extends z.ZodType>(shape: T, input: unknown) {
  const parsed = shape.safeParse(input);
  return parsed.success ? ok({ input: parsed.data }) : wrongIn(parsed.error);
}

const uuidOf = ({ params }: Call): string => params["uuid"] ?? "";

/** Refuses a unit that there isn't, nobody, and more people than any booking is for; null where a list of people is one, or none was sent. */
function refusedItems(items: UnitItems | null | undefined): OctoRefusal | Failure | null {
  const stranger = items?.find(({ unitId }) => unitId !== UNIT);
  if (stranger) return refuse("INVALID_UNIT_ID", stranger.unitId);
  if (items?.length === 0) return refuse("nobody");
  return items && items.length > MOST_BOOKED ? fail("too_many_people", { max: MOST_BOOKED }) : null;
}

/** Refuses a night that isn't one of the product's; null where it is. */
async function notOf(ctx: Context, product: Product, id: string): Promise<OctoRefusal | null> {
  const nights = isUuid(id) ? await nightsOf(ctx, product, { ids: [id], people: null }) : [];
  return nights.length > 0 ? null : refuse("INVALID_AVAILABILITY_ID", id);
}

/** Whether a reservation is of a product that was booked under its id already: whether it is the same one, the use case says. */
async function isSold(ctx: Context, { uuid, productId, optionId, currency }: ReserveBody): Promise<boolean> {
  const found = uuid && optionId === OPTION && isPayable(currency) ? await findResale(ctx, uuid) : null;
  return found?.ok === true && found.resale.crawl_id === productId;
}

const reserve = octoEndpoint({
  method: "post",
  path: "/octo/bookings",
  body: ReserveBody,
  handle: async (ctx, { body, ...call }) => {
    const { availabilityId: id, unitItems: items, contact } = body;
    // what was sold before is answered again, whatever is still for sale
    const isRepeated = await isSold(ctx, body);
    const choice = isRepeated ? null : await choiceOf(ctx, call.capabilities, { ...body, units: null });
    if (choice && !choice.ok) return choice;
    if (!id) return { ok: false, reason: "field", field: "availabilityId" };
    const refused = (choice && (await notOf(ctx, choice.product, id))) ?? refusedItems(items ?? []);
    if (refused) return refused;
    const wish = shaped(ReserveResale, {
      departure_id: id,
      ...(body.uuid ? { uuid: body.uuid } : {}),
      people: peopleFrom(items ?? []),
      currency: "MXN",
      language: preferredLocale((contact?.locales ?? []).join(",")) ?? ctx.locale,
      ...(body.expirationMinutes ? { minutes: body.expirationMinutes } : {}),
      reseller_reference: body.resellerReference,
      notes: body.notes,
      contact: contactFrom(contact),
    });
    return wish.ok ? answered(ctx, call, await resellPlaces(ctx, wish.input)) : wish;
  },
});

const confirm = octoEndpoint({
  method: "post",
  path: "/octo/bookings/:uuid/confirm",
  body: ConfirmBody,
  handle: async (ctx, { body, ...call }) => {
    const refused = refusedItems(body.unitItems);
    if (refused) return refused;
    const wish = shaped(ConfirmResale, {
      contact: contactFrom(body.contact),
      reseller_reference: body.resellerReference,
      email_receipt: body.emailReceipt ?? false,
      ...(body.unitItems ? { people: peopleFrom(body.unitItems) } : {}),
    });
    return wish.ok ? answered(ctx, call, await confirmResale(ctx, uuidOf(call), wish.input)) : wish;
  },
});

const change = octoEndpoint({
  method: "patch",
  path: "/octo/bookings/:uuid",
  body: ChangeBody,
  handle: async (ctx, { body, ...call }) => {
    const refused = refusedItems(body.unitItems);
    if (refused) return refused;
    if (body.productId || body.optionId || body.availabilityId) {
      const found = await findResale(ctx, uuidOf(call));
      if (!found.ok) return found;
      const { crawl_id: productId, departure_id: id } = found.resale;
      const choice = await choiceOf(ctx, call.capabilities, {
        productId: body.productId ?? productId,
        optionId: body.optionId ?? OPTION,
      });
      if (!choice.ok) return choice;
      const other = await notOf(ctx, choice.product, body.availabilityId ?? id);
      if (other) return other;
    }
    const wish = shaped(ChangeResale, {
      ...(body.availabilityId ? { departure_id: body.availabilityId } : {}),
      ...(body.unitItems ? { people: peopleFrom(body.unitItems) } : {}),
      ...(body.expirationMinutes ? { minutes: body.expirationMinutes } : {}),
      reseller_reference: body.resellerReference,
      notes: body.notes,
      contact: contactFrom(body.contact),
    });
    return wish.ok ? answered(ctx, call, await changeResale(ctx, uuidOf(call), wish.input)) : wish;
  },
});

const extend = octoEndpoint({
  method: "post",
  path: "/octo/bookings/:uuid/extend",
  body: ExtendBody,
  handle: async (ctx, { body: { expirationMinutes: minutes }, ...call }) => {
    const wish = shaped(ExtendResale, minutes ? { minutes } : {});
    return wish.ok ? answered(ctx, call, await extendResale(ctx, uuidOf(call), wish.input)) : wish;
  },
});

/** Cancels; OCTO's older documents call it by DELETE. */
const cancel = (method: "post" | "delete", path: string) =>
  octoEndpoint({
    method,
    path,
    body: CancelBody,
    handle: async (ctx, { body: { reason }, ...call }) => {
      const wish = shaped(CancelResale, { reason });
      return wish.ok ? answered(ctx, call, await cancelResale(ctx, uuidOf(call), wish.input)) : wish;
    },
  });

const read = octoEndpoint({
  method: "get",
  path: "/octo/bookings/:uuid",
  handle: async (ctx, call) => answered(ctx, call, await findResale(ctx, uuidOf(call))),
});

/** OCTO has no pages: so many bookings are answered at most. */
const MOST_LISTED = 1000;

const list = octoEndpoint({
  method: "get",
  path: "/octo/bookings",
  query: BookingsQuery,
  handle: async (ctx, { query, capabilities }) => {
    const { productId, optionId } = query;
    // a filter that no booking can match
    if ((productId && !isUuid(productId)) || (optionId && optionId !== OPTION)) return ok({ answer: [] });
    const wish = shaped(ResaleFilter, {
      reseller_reference: query.resellerReference,
      reference: query.supplierReference,
      date_from: query.localDate ?? query.localDateStart,
      date_to: query.localDate ?? query.localDateEnd,
      crawl_id: productId,
    });
    if (!wish.ok) return wish;
    const resales: Resale[] = [];
    let cursor: string | null = null;
    do {
      const page = await listResales(ctx, { ...wish.input, ...(cursor ? { cursor } : {}) });
      if (!page.ok) return page;
      resales.push(...page.resales);
      cursor = page.next;
    } while (cursor !== null && resales.length < MOST_LISTED);
    return cursor === null ? ok({ answer: await bookingsFrom(ctx, capabilities, resales) }) : refuse("narrow");
  },
});

export const bookings = [
  reserve,
  confirm,
  change,
  extend,
  cancel("post", "/octo/bookings/:uuid/cancel"),
  cancel("delete", "/octo/bookings/:uuid"),
  read,
  list,
];
