import { redeemAddOn, takeBackAddOn } from "#src/modules/sales/booking/redeem-add-on.server.ts";
import { guidedNight } from "#src/modules/evening/stops/read-night.server.ts";
import type { HandOut } from "#src/modules/evening/stops/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

type Handing = Pick<HandOut, "kind" | "id" | "booking" | "add_on"> & { departureId: string; deviceAt: Date | null };

/**
 * Hands out one piece of an add-on to a booking's guests, or takes the last one back, on a night that the caller guides. `id` is made by
 * the device: sent again it counts once. Refusals: forbidden {missing}, departure_not_found, not_tonight, add_on_not_found,
 * add_on_all_out {of}, add_on_none_out, id_taken (by another tap).
 */
export async function handOutAddOn(ctx: Context, { kind, id, booking, add_on: addOnId, ...night }: Handing) {
  const guided = await guidedNight(ctx, night.departureId);
  if (!guided.ok) return guided;
  const act = kind === "handed_out" ? redeemAddOn : takeBackAddOn;
  return act(ctx, { ...night, id, bookingId: booking, addOnId });
}
