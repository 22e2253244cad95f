import { randomUUID } from "node:crypto";
import { cancelResale } from "#src/modules/programs/resellers/cancel-resale.server.ts";
import { changeResale } from "#src/modules/programs/resellers/change-resale.server.ts";
import { confirmResale } from "#src/modules/programs/resellers/confirm-resale.server.ts";
import { extendResale } from "#src/modules/programs/resellers/extend-resale.server.ts";
import { findResale } from "#src/modules/programs/resellers/queries.server.ts";
import { resellPlaces } from "#src/modules/programs/resellers/resell-places.server.ts";
import type { ResalePerson, ReserveResale } from "#src/modules/programs/resellers/schema.ts";
import type { Context, KeyGrant } from "#src/platform/context.server.ts";
import { type Mode } from "#tests/both-modes.ts";
import type { Dice } from "#tests/dice.ts";
import { type Operation, someMode, type World } from "#tests/purchase-acts.ts";
import { asKey } from "#tests/resellers.ts";

const GUEST = { contact: { full_name: "Ana Ruiz", email: "ana@guest.test" } };

/** What programs of resellers do, by keys of two partners: hold, confirm, change, cancel, keep for longer, and send again. */
export function resaleActs(world: World, keys: readonly KeyGrant[]): Operation[] {
  const sent: { mode: Mode; key: KeyGrant; input: ReserveResale & { uuid: string } }[] = [];
  const as = (mode: Mode, key: KeyGrant): Context => asKey(world.server(mode), key);
  const people = (count: number): ResalePerson[] => Array.from({ length: count }, () => ({ uuid: randomUUID() }));

  /** Something is done to one of the latest resales, by a program of whoever holds it, mostly; what it is now others act on too. */
  async function acts(dice: Dice, act: (ctx: Context, uuid: string) => Promise<unknown>): Promise<void> {
    const one = sent.length > 0 && dice.of(sent.slice(-20));
    if (!one) return;
    const { mode, key, input } = one;
    await act(as(mode, dice.chance(0.05) ? dice.of(keys) : key), input.uuid);
    await noteBooking(input.uuid, mode);
  }

  async function noteBooking(uuid: string, mode: Mode): Promise<void> {
    const { rows } = await world.database.services.pool.query<{ id: string }>(
      "select booking_id as id from resales where uuid = $1",
      [uuid],
    );
    for (const { id } of rows) world.add(id, mode);
  }

  /** Who comes from now on: some stay, and others come beside them or in their place. */
  async function otherPeople(ctx: Context, uuid: string, dice: Dice): Promise<ResalePerson[]> {
    const found = await findResale(ctx, uuid);
    const before = found.ok ? found.resale.people.map((one) => ({ uuid: one.uuid })) : [];
    return [...before.filter(() => dice.chance(0.7)), ...people(before.length > 5 ? 1 : dice.below(3))];
  }

  return [
    {
      name: "hold for a reseller",
      weight: 16,
      run: async (dice) => {
        const [mode, key] = [someMode(dice), dice.of(keys)];
        const input = {
          uuid: randomUUID(),
          departure_id: dice.of(world.nights),
          people: people(1 + dice.below(5)),
          currency: "MXN",
          language: "es",
          ...(dice.chance(0.3) && { minutes: 1 + dice.below(60) }),
        } as const;
        sent.push({ mode, key, input });
        await resellPlaces(as(mode, key), input);
        await noteBooking(input.uuid, mode);
      },
    },
    {
      name: "send a reseller's hold again",
      weight: 2,
      run: (dice) => {
        const one = sent.length > 0 && dice.of(sent.slice(-20));
        return one ? resellPlaces(as(one.mode, one.key), one.input) : Promise.resolve();
      },
    },
    {
      name: "confirm a resale",
      weight: 14,
      run: (dice) =>
        acts(dice, async (ctx, uuid) =>
          confirmResale(ctx, uuid, {
            ...GUEST,
            ...(dice.chance(0.2) && { people: people(1 + dice.below(5)) }),
            email_receipt: dice.chance(0.3),
          }),
        ),
    },
    {
      name: "change a resale",
      weight: 14,
      run: (dice) =>
        acts(dice, async (ctx, uuid) =>
          changeResale(ctx, uuid, {
            ...(dice.chance(0.5) && { departure_id: dice.of(world.nights) }),
            ...(dice.chance(0.6) && { people: await otherPeople(ctx, uuid, dice) }),
            ...(dice.chance(0.2) && { minutes: 30 }),
          }),
        ),
    },
    {
      name: "keep a resale for longer",
      weight: 3,
      run: (dice) => acts(dice, (ctx, uuid) => extendResale(ctx, uuid, {})),
    },
    {
      name: "cancel a resale",
      weight: 5,
      run: (dice) => acts(dice, (ctx, uuid) => cancelResale(ctx, uuid, { reason: "ill" })),
    },
  ];
}
