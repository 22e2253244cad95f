import { fail, ok } from "#src/kernel/result.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { DOOR_CURRENCIES } from "#src/modules/evening/till/rules/cash.ts";
import type { OpenTill } from "#src/modules/evening/till/schema.ts";
import { addLine, addTill, citiesOfNight, tillById } from "#src/modules/evening/till/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/**
 * Opens a person's till for the night that is on in a city, with its float. One at a time: the database refuses a second. The
 * form's key is its id, so that sending it twice opens one. Needs `sales.door`. Refusals: forbidden {missing}, city_not_found,
 * till_open (another one isn't closed).
 */
export async function openTill(ctx: Context, input: OpenTill) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  const city = (await citiesOfNight(ctx.db, ctx.now)).find(({ id }) => id === input.city_id);
  if (!city || !reaches(ctx.actor, city.id)) return fail("city_not_found");
  const till = { id: input.key, user_id: userId, city_id: city.id, night: city.night, opened_at: ctx.now };
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const added = await addTill(tx, { ...till, test: practises(ctx) });
      if (!added)
        return (await tillById(tx, till.id))?.user_id === userId ? ok({ till_id: till.id }) : fail("till_open");
      for (const currency of DOOR_CURRENCIES) {
        const amount = input[`float_${currency}`];
        if (amount > 0) await addLine(tx, { till_id: till.id, kind: "float", currency, amount, at: ctx.now });
      }
      await audit(tx, ctx, {
        action: "till.opened",
        subject: ["till", till.id],
        changes: { date: [null, city.night], float: [null, { MXN: input.float_MXN, USD: input.float_USD }] },
      });
      return ok({ till_id: till.id });
    });
  } catch (error) {
    if (violated(error) === "one_till_at_a_time") return fail("till_open");
    throw error;
  }
}
