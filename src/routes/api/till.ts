import { endpoint } from "#src/api/endpoint.ts";
import { lendPlaces } from "#src/modules/evening/till/lend-places.server.ts";
import { receiveSales } from "#src/modules/evening/till/receive-sales.server.ts";
import { PlacesAnswer, PlacesInput, SalesAnswer, SalesInput } from "#src/modules/evening/till/schema.ts";

const places = endpoint({
  method: "post",
  path: "/api/door/places",
  summary: "Hold places of tonight for selling without a connection",
  description:
    "For the scanner on a phone, which authenticates by its secret. Asking again fills up what it has sold. Its owner needs the permission to sell at the door.",
  takesSecret: true,
  body: PlacesInput,
  personal: true,
  status: 200,
  answer: PlacesAnswer,
  refusals: ["device_unknown", "too_many_attempts"],
  handle: (ctx, { body, token }) => lendPlaces(ctx, token, body),
});

const sales = endpoint({
  method: "post",
  path: "/api/door/sales",
  summary: "Hand over cash sales that were made without a connection",
  description:
    "For the scanner on a phone, which authenticates by its secret. Sales may be sent again: each counts once, by its key, and each gets an answer.",
  takesSecret: true,
  body: SalesInput,
  personal: true,
  status: 200,
  answer: SalesAnswer,
  refusals: ["device_unknown", "too_many_attempts"],
  handle: (ctx, { body, token }) => receiveSales(ctx, token, body),
});

export const till = [places, sales];
