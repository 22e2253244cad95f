import { redirect } from "react-router";
import { countryChoices } from "#src/kernel/countries.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { enterBooking } from "#src/modules/office/booking-admin/enter-booking.server.ts";
import { fieldsWithAddOns } from "#src/modules/sales/booking/rules/add-on-field.ts";
import {
  addOnsByHand,
  handPrice,
  partnersToCredit,
  sellableDepartures,
} from "#src/modules/office/booking-admin/read-panel.server.ts";
import { HandBooking, HandSale } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import {
  BOOKING_REFUSALS,
  type BookingExtra,
  refusalOf,
} from "#src/modules/office/booking-admin/rules/admin-answer.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import NewBooking from "#src/modules/office/booking-admin/admin/new-booking-page.tsx";
import type { Route } from "./+types/new-booking";

/** With `price` in the address only what the chosen sale costs and may have besides, with `nights` only other nights: for the form that is open. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = new URL(request.url).searchParams;
  const chosen = query.get("departure_id") ?? "";
  const fields = { ...FIRST_SALE, ...fieldsWithAddOns(query) };
  const sale = HandSale.safeParse(fields);
  const price = sale.success ? shownPrice(await handPrice(ctx, sale.data), ctx.locale) : null;
  // they stay on the form, and what is chosen of them in it, while another field isn't valid
  const night = NightAndCurrency.safeParse(fields);
  const addOns = night.success ? await addOnsByHand(ctx, night.data) : null;
  const none = {
    departures: [],
    from: "",
    later: null,
    countries: [],
    partners: [],
    chosen,
    formKey: "",
    price,
    addOns,
  };
  if (query.has("price")) return none;
  const from = query.get("from") ?? "";
  const page = await sellableDepartures(ctx, { from, chosen });
  if (!page.ok) throw refused(page);
  const { departures, later } = page;
  if (query.has("nights")) return { ...none, departures, from, later };
  const credit = await partnersToCredit(ctx);
  const countries = countryChoices(ctx.locale, "");
  const partners = credit.ok ? credit.partners : [];
  return { departures, from, later, countries, partners, chosen, formKey: crypto.randomUUID(), price, addOns };
}

const NightAndCurrency = HandSale.pick({ departure_id: true, currency: true });
const FIRST_SALE = { people: "2", currency: "MXN", way: "cash", total: "", coupon_code: "" };

function shownPrice(priced: Awaited<ReturnType<typeof handPrice>>, locale: "en" | "es") {
  return priced.ok ? priced : { ok: false as const, ...refusalOf(priced, locale) };
}

export const action = (args: Route.ActionArgs) =>
  adminAct<BookingExtra>(args, {
    refusals: BOOKING_REFUSALS,
    acts: {
      save: act({
        input: (form) => HandBooking.safeParse({ ...fieldsWithAddOns(form), names: form.getAll("names") }),
        fields: Object.keys(HandBooking.shape),
        run: enterBooking,
        done: ({ booking_id }, _, { locale }) => {
          throw redirect(localizedPath(`/admin/bookings/${booking_id}`, locale));
        },
        refusal: (refusal, _, { locale }) => refusalOf(refusal, locale),
      }),
    },
  });

export default NewBooking;
