import { randomUUID } from "node:crypto";
import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import type { OfflineSale } from "#src/modules/evening/till/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";
import { later } from "#tests/seeds.ts";

/** Ten hours after noon: tonight's crawl runs. Minutes. */
export const RUNNING = 10 * 60;

/** A guide with a phone of theirs at the door, known by its secret. `as`: their context; `opens` opens their till, which `till: false` leaves to the test. */
export async function guideWithPhone(
  db: Context["db"],
  as: (userId: string) => Context,
  { till = true }: { till?: boolean } = {},
) {
  const values = { name: "Gil", email: `${randomUUID()}@ronda.test`, email_verified: true, role: "guide" };
  const { id: userId } = await db
    .insertInto("user")
    .values({ ...values, two_factor_enabled: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [id, secret] = [randomUUID(), randomUUID()];
  const phone = { created_at: later(0), seen_at: later(0), token_hash: hashToken(secret) };
  await db
    .insertInto("door_devices")
    .values({ id, user_id: userId, name: "Door 1", ...phone })
    .execute();
  const opens = () => {
    const input = { intent: "open", key: randomUUID(), city_id: "mexico-city", float_MXN: 0, float_USD: 0 } as const;
    return openTill(as(userId), input);
  };
  if (till) await opens();
  return { id, secret, userId, opens };
}

/** One place sold without a line, as a phone hands it over. */
export const offlineSale = (
  departure_id: string,
  over: Partial<OfflineSale> = {},
): Omit<OfflineSale, "device_id"> & Partial<Pick<OfflineSale, "device_id">> => ({
  key: randomUUID(),
  departure_id,
  people: 1,
  currency: "MXN",
  expected: 40_000,
  name: "",
  email: "",
  language: "en",
  id_seen: true,
  let_in: true,
  sold_at: later(RUNNING).toISOString(),
  ahead_ms: 0,
  ...over,
});
