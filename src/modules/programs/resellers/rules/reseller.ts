import { fail, ok } from "#src/kernel/result.ts";
import type { Actor } from "#src/platform/context.server.ts";

/** Whose program acts: the partner of its key, and what that is limited to. Refusal: not_a_reseller (no key, or one of the house's own). */
export const resellerOf = ({ key, cities }: Pick<Actor, "key" | "cities">) =>
  key?.partnerId
    ? ok({ keyId: key.id, partnerId: key.partnerId, test: key.test, cities, sites: key.sites })
    : fail("not_a_reseller");

/** Which of a partner's resales a key reaches: of nights in these cities, sold at these sites; null: in every one. */
export type Reach = { partnerId: string; cities: readonly string[] | null; sites: readonly string[] | null };
export type Reseller = Reach & { keyId: string; test: boolean };

/** All of a partner's: to know what an id names already, and to read on what was found within reach. */
export const everyResale = ({ partnerId }: Pick<Reach, "partnerId">): Reach => ({
  partnerId,
  cities: null,
  sites: null,
});
