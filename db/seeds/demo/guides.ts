import { randomUUID } from "node:crypto";
import { givePassword } from "#db/seeds/demo/accounts.ts";
import type { Departure } from "#db/seeds/demo/calendar.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Tx } from "#src/platform/db.server.ts";

const DAY = 24 * 60 * 60 * 1000;
/** How many nights ahead the guides have said yes. */
const NIGHTS = 7;
const GUESTS_EACH = 20;

/** Who leads which crawl: as many as its largest night needs. Nobody is in two places at a time. */
const CREWS: Readonly<Record<string, readonly (readonly [firstName: string, lastName: string])[]>> = {
  "mexico-city": [
    ["Mateo", "Fuentes"],
    ["Abril", "Soto"],
  ],
  oaxaca: [
    ["Diego", "Ramírez"],
    ["Renata", "Ortiz"],
  ],
  "puerto-escondido": [
    ["Julián", "Paz"],
    ["Noemí", "Luna"],
  ],
  "san-cristobal": [["Bruno", "Salas"]],
  "vip-bar-crawl": [["Ximena", "Torres"]],
  "mezcal-tasting": [["Itzel", "Cruz"]],
  "cdmx-halloween-crawl": [["Lázaro", "Peña"]],
};

const CITY_OF_SIGN_IN = "mexico-city";
const PAY = { pay_amount: 80_000, pay_currency: "MXN" };

/**
 * Guides on the nights that were and those of the coming week; where there are several tonight, the last of them lacks one. Only the
 * first has a password and can sign in, as a guide of Mexico City alone. `seatsByNight` says how many people hold seats.
 */
export async function insertGuides(tx: Tx, departures: Departure[], seatsByNight: Map<string, number>, now: Date) {
  const crews = new Map<string, string[]>();
  for (const [slug, people] of Object.entries(CREWS)) {
    const ids = await Promise.all(people.map((name) => insertGuide(tx, name)));
    crews.set(slug, ids);
  }
  const [today, until] = [now, new Date(now.getTime() + NIGHTS * DAY)].map((at) => dateIn(at, HOME_ZONE)) as [
    string,
    string,
  ];
  const [mateo = ""] = crews.get("mexico-city")!;
  await givePassword(tx, mateo);
  await tx
    .updateTable("user")
    .set({ city_ids: [CITY_OF_SIGN_IN] })
    .where("id", "=", mateo)
    .execute();
  const nights = departures.filter(({ state, date }) => state !== "cancelled" && date < until);
  const tonight = nights.filter(({ date }) => date === today);
  const lacking = tonight.length > 1 ? tonight.at(-1) : undefined;
  const askedAt = new Date(now.getTime() - 20 * DAY);
  const shifts = nights
    .filter((night) => night !== lacking)
    .flatMap(({ id: departure_id, crawl }) => {
      const needed = Math.max(1, Math.ceil((seatsByNight.get(departure_id) ?? 0) / GUESTS_EACH));
      return (crews.get(crawl.slug) ?? []).slice(0, needed).map((user_id) => ({
        departure_id,
        user_id,
        part: "guide",
        state: "accepted",
        request_id: randomUUID(),
        times_asked: 1,
        asked_at: askedAt,
        answered_at: new Date(askedAt.getTime() + DAY / 3),
        created_at: askedAt,
        ...PAY,
      }));
    });
  await tx.insertInto("shifts").values(shifts).execute();
}

async function insertGuide(tx: Tx, [firstName, lastName]: readonly [string, string]): Promise<string> {
  const id = randomUUID();
  const email = `${firstName
    .normalize("NFD")
    .replaceAll(/\P{ASCII}/gu, "")
    .toLowerCase()}@ronda.test`;
  await tx
    .insertInto("user")
    .values({ id, name: `${firstName} ${lastName}`, email, email_verified: true, role: "guide" })
    .execute();
  await tx
    .insertInto("profiles")
    .values({ id, first_name: firstName, last_name: lastName, country: "MX", language: "es" })
    .execute();
  await tx
    .insertInto("guide_profiles")
    .values({ user_id: id, ...PAY, shown: true })
    .execute();
  return id;
}
