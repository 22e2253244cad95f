import type { NightAddOn, Tap } from "#src/modules/evening/stops/schema.ts";

/** What the server knows of a night's add-ons, with what the phone has done since: never more than a party has, nor less than none. */
export function withTaps(addOns: readonly NightAddOn[], taps: readonly Tap[]): NightAddOn[] {
  return addOns.map((addOn) => {
    const parties = addOn.parties.map((party) => {
      let { redeemed } = party;
      for (const tap of taps)
        if ("booking" in tap && tap.booking === party.booking && tap.add_on === addOn.id)
          redeemed = Math.min(party.quantity, Math.max(0, redeemed + (tap.kind === "handed_out" ? 1 : -1)));
      return { ...party, redeemed };
    });
    return { ...addOn, parties, redeemed: parties.reduce((sum, { redeemed }) => sum + redeemed, 0) };
  });
}
