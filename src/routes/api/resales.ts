import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
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
  ResaleFilter,
  ReserveResale,
} from "#src/modules/programs/resellers/schema.ts";
import { MoneyShape } from "#src/modules/site/catalog/schema.ts";
import { endpoint } from "#src/api/endpoint.ts";
import type { Refusal } from "#src/api/refusals.ts";
import { uuidOf } from "#src/api/uuid-of.ts";

// What a partner's key sells on the partner's account (docs/decisions/218, 222).

const text = z.string().nullable();
const instant = z.iso.datetime();
const status = z.enum(["on_hold", "confirmed", "expired", "cancelled", "redeemed"]);
const Contact = z
  .object({
    full_name: text,
    first_name: text,
    last_name: text,
    email: text,
    phone: text,
    locales: z.array(z.string()),
    postal_code: text,
    country: text,
    notes: text,
  })
  .meta({ id: "ResaleContact" });

const ResaleShape = z
  .object({
    id: z.uuid().describe("names it in every call, and is its `uuid` in OCTO"),
    reference: z.string().describe("of the booking, as our guides know it"),
    reseller_reference: text.describe("the reseller's own number"),
    test: z
      .boolean()
      .describe("no real money: of a test key, which takes no places either, or of a server that practises"),
    status: status.describe("`expired`: its hold ran out, for good · `redeemed`: somebody of it came"),
    created_at: instant,
    updated_at: instant,
    expires_at: instant.nullable().describe("until when its places are held, or were; null once it was confirmed"),
    confirmed_at: instant.nullable(),
    redeemed_at: instant.nullable(),
    departure_id: z.uuid(),
    crawl_id: z.uuid(),
    starts_at: instant,
    language: z.enum(LOCALES),
    retail: MoneyShape.describe("what its guests pay the reseller"),
    tax: MoneyShape.describe("IVA, inside `retail`"),
    commission: MoneyShape.nullable().describe("what the reseller keeps of it; null where no terms are agreed"),
    net: MoneyShape.nullable().describe("what the reseller owes us for it: `retail` less `commission`"),
    cancellable: z.boolean().describe("whether it may still be changed and cancelled by program"),
    cancellable_until: instant.describe("until then its guests get everything back"),
    cancellation: z.object({ refund: z.enum(["full", "partial", "none"]), reason: text, at: instant }).nullable(),
    contact: Contact,
    notes: text,
    voucher: text.describe("a QR code for the whole booking, once it is confirmed"),
    people: z.array(
      z.object({
        uuid: z.uuid(),
        reseller_reference: text,
        status,
        redeemed_at: instant.nullable(),
        contact: Contact,
        ticket: text.describe("a QR code for this person, once it is confirmed"),
      }),
    ),
  })
  .meta({ id: "Resale" });

/** A resale as the API writes it: amounts with their currency, and the id by which its reseller names it. */
function written({ id: _id, uuid, currency, total, net, tax, unit_price: _unit, rule, ...resale }: Resale) {
  const money = (amount_minor: number) => ({ amount_minor, currency });
  return {
    ...resale,
    id: uuid,
    retail: money(total),
    tax: money(tax),
    commission: net === null ? null : money(total - net),
    net: net === null ? null : money(net),
    cancellable_until: rule.until,
  };
}

/** What a use case returned, as the answer to a call; a refusal that the call doesn't name is `not_possible`. */
function answered<R extends Refusal>(result: Ok<{ resale: Resale }> | Failure, named: readonly R[]) {
  if (result.ok) return ok({ answer: written(result.resale) });
  const reason = named.find((one) => one === result.reason);
  return reason === undefined ? fail("not_possible") : { ...result, reason };
}

/** The largest body: a party with the contact of each. */
const MOST_BYTES = 262_144;

const id = { id: "id of the resale" };
const idOf = ({ params }: { params: Record<string, string> }): string => params["id"] ?? "";

const OF_RESALE = ["not_a_reseller", "resale_not_found", "busy"] as const;
/** Why places can't be held for so many people. */
const OF_PLACES = [
  "departure_not_found",
  "crawl_not_found",
  "departure_cancelled",
  "departure_past",
  "bookings_disabled",
  "external_booking",
  "too_many_people",
  "sold_out",
  "resale_limit",
] as const;
const RESERVING = [
  ...OF_PLACES,
  "not_a_reseller",
  "resale_not_found",
  "currency_not_offered",
  "idempotency_conflict",
  "busy",
] as const;
const CHANGING = [
  ...OF_RESALE,
  ...OF_PLACES,
  "resale_expired",
  "resale_cancelled",
  "contact_needed",
  "not_changeable",
  "change_too_late",
  "booking_changed",
  "changes_used",
  "unpaid_change",
  "quote_changed",
  "credit_limit",
] as const;
const CONFIRMING = [
  ...OF_RESALE,
  ...OF_PLACES,
  "resale_expired",
  "resale_cancelled",
  "resale_confirmed",
  "contact_needed",
  "credit_limit",
] as const;
const EXTENDING = [...OF_RESALE, "not_on_hold", "hold_limit"] as const;
const CANCELLING = [...OF_RESALE, "resale_expired", "not_cancellable"] as const;

const reserve = endpoint({
  method: "post",
  path: "/api/resales",
  summary: "Hold places to sell them on one's account",
  description:
    "For a partner's key. At the price of its guests, in pesos; nobody owes anything yet. Held for 20 minutes, or for `minutes`, an hour at most from then on. `people` has one entry for each person, `{}` where nothing is known yet. Sending the same Idempotency-Key with the same body again answers with the same resale, whatever became of it, and with another body `idempotency_conflict`.",
  body: ReserveResale.omit({ uuid: true }).meta({ id: "ReserveResale" }),
  mostBytes: MOST_BYTES,
  takesKey: true,
  hasTrials: true,
  personal: true,
  status: 201,
  answer: ResaleShape,
  refusals: [...RESERVING, "not_possible"],
  handle: async (ctx, { body, key }) => answered(await resellPlaces(ctx, { ...body, uuid: uuidOf(key) }), RESERVING),
});

const Filter = ResaleFilter.safeExtend({
  limit: z.coerce
    .number<number>("errors.invalid")
    .int("errors.invalid")
    .min(1, "errors.invalid")
    .max(100, "errors.invalid")
    .default(50),
});

const list = endpoint({
  method: "get",
  path: "/api/resales",
  summary: "List one's own resales, the oldest first",
  description:
    "For a partner's key: those of all its keys, in the cities and at the sites that this key is limited to, a page at a time. Follow `next_cursor` until it is null. To keep a copy up to date, ask for `updated_since` with the time at which you asked for the first page the last time: what changed within a minute before that comes once more.",
  query: Filter,
  personal: true,
  status: 200,
  answer: z
    .object({
      resales: z.array(ResaleShape),
      next_cursor: z.string().nullable().describe("leads to the next page; null on the last one"),
    })
    .meta({ id: "ResalePage" }),
  refusals: ["not_a_reseller"],
  handle: async (ctx, { query }) => {
    const found = await listResales(ctx, query);
    return found.ok ? ok({ answer: { resales: found.resales.map(written), next_cursor: found.next } }) : found;
  },
});

const read = endpoint({
  method: "get",
  path: "/api/resales/{id}",
  summary: "Read one of one's resales",
  description: "Another partner's is as good as none, and so is one outside the key's cities and sites.",
  params: id,
  personal: true,
  status: 200,
  answer: ResaleShape,
  refusals: ["not_a_reseller", "resale_not_found"],
  handle: async (ctx, call) => {
    const found = await findResale(ctx, idOf(call));
    return found.ok ? ok({ answer: written(found.resale) }) : found;
  },
});

const change = endpoint({
  method: "patch",
  path: "/api/resales/{id}",
  summary: "Change a resale: its night, who comes, what is noted",
  description:
    "What isn't named stays as it is. `people` is the complete list of who comes: whoever has a known `uuid` stays, and others take over the tickets of who leaves. On hold and after confirmation, while it is `cancellable`; the difference is owed more, or less. Each part is done as a whole or not at all, the night first; sent again it changes nothing.",
  params: id,
  body: ChangeResale.meta({ id: "ChangeResale" }),
  mostBytes: MOST_BYTES,
  hasTrials: true,
  personal: true,
  status: 200,
  answer: ResaleShape,
  refusals: [...CHANGING, "not_possible"],
  handle: async (ctx, { body, ...call }) => answered(await changeResale(ctx, idOf(call), body), CHANGING),
});

const confirm = endpoint({
  method: "post",
  path: "/api/resales/{id}/confirm",
  summary: "Confirm a resale that is on hold",
  description:
    "Needs the guest's name and email address, from here or from before. From then on the reseller owes its price (`net` once its commission is settled), and the codes count. We write to the guest only with `email_receipt`. A hold that ran out is never confirmed: hold places anew. Sent again it answers with the resale as it is.",
  params: id,
  body: ConfirmResale.meta({ id: "ConfirmResale" }),
  mostBytes: MOST_BYTES,
  hasTrials: true,
  personal: true,
  status: 200,
  answer: ResaleShape,
  refusals: [...CONFIRMING, "not_possible"],
  handle: async (ctx, { body, ...call }) => answered(await confirmResale(ctx, idOf(call), body), CONFIRMING),
});

const extend = endpoint({
  method: "post",
  path: "/api/resales/{id}/extend",
  summary: "Hold a resale for longer",
  description: "For so many minutes from now, by default 20; no longer than an hour from when it began.",
  params: id,
  body: ExtendResale.meta({ id: "ExtendResale" }),
  hasTrials: true,
  personal: true,
  status: 200,
  answer: ResaleShape,
  refusals: [...EXTENDING, "not_possible"],
  handle: async (ctx, { body, ...call }) => answered(await extendResale(ctx, idOf(call), body), EXTENDING),
});

const cancel = endpoint({
  method: "post",
  path: "/api/resales/{id}/cancel",
  summary: "Cancel a resale",
  description:
    "While it is `cancellable`: its places are free, and what was owed for it is owed no more. Cancelling again changes nothing.",
  params: id,
  body: CancelResale.meta({ id: "CancelResale" }),
  hasTrials: true,
  personal: true,
  status: 200,
  answer: ResaleShape,
  refusals: [...CANCELLING, "not_possible"],
  handle: async (ctx, { body, ...call }) => answered(await cancelResale(ctx, idOf(call), body), CANCELLING),
});

export const resales = [reserve, list, read, change, confirm, extend, cancel];
