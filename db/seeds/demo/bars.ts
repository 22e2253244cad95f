import type { Tx } from "#src/platform/db.server.ts";
import { CALENDAR_CRAWLS } from "./crawls.ts";

/**
 * The stops of a night (spec 2.1): when, and how many free drinks a ticket is worth there, which is what the crawls' pages promise:
 * a welcome drink at each bar, the fourth one's being the shot, and the last club only lets the group in.
 */
const TIMES = [
  ["20:00", 1],
  ["21:30", 1],
  ["22:30", 1],
  ["23:15", 1],
  ["00:30", 0],
] as const;
/** In Puerto Escondido the night begins and ends earlier. */
const BEACH_TIMES = ["19:30", "20:45", "21:45", "22:30", "23:15"];

/** Invented bars of each city, in the order of its crawl. */
const BARS: Readonly<Record<string, readonly (readonly [name: string, address: string, note: string])[]>> = {
  "mexico-city": [
    ["Cantina La Guacamaya", "Calle Orizaba 101, Roma Norte", "The back room is ours until nine: ask for Toña."],
    ["Terraza Alebrije", "Calle Colima 188, Roma Norte", "Lift to the fifth floor, in two groups."],
    ["Salón Pulque Azul", "Calle Durango 220, Roma Norte", ""],
    ["Bar El Ajolote", "Avenida Ámsterdam 45, Condesa", "One shot per ticket: they redeem it on their own phone."],
    ["Club Medianoche", "Calle Tamaulipas 77, Condesa", "Side entrance. Say “Ronda” at the door."],
  ],
  "san-cristobal": [
    ["Café Posh de la Abuela", "Real de Guadalupe 24", ""],
    ["La Vela Encendida", "Calle Flavio Paniagua 12", "Courtyard at the back."],
    ["Bar Ámbar Viejo", "Andador Eclesiástico 30", ""],
    ["Taberna del Jaguar", "Calle Madero 15", "One shot per ticket."],
    ["Salón Niebla", "Avenida Insurgentes 8", ""],
  ],
  "puerto-escondido": [
    ["Palapa Marea Alta", "Calle del Morro 10, Zicatela", "Meet at the second palapa."],
    ["Bar La Tortuga Zurda", "Calle del Morro 52, Zicatela", ""],
    ["Mezcalería Viento Sur", "Calle Alejandro Cárdenas 6, La Punta", ""],
    ["Bar Ola Tercera", "Calle Héroes Oaxaqueños 21, La Punta", "One shot per ticket."],
    ["Arena Club", "Playa Zicatela 90", ""],
  ],
  oaxaca: [
    ["Mezcalería Siete Barrios", "Calle Reforma 303, Centro", ""],
    ["Terraza Cantera", "Calle Macedonio Alcalá 210, Centro", "Stairs on the left."],
    ["Patio de la Chirimía", "Calle García Vigil 118, Centro", ""],
    ["Bar Copal y Grana", "Calle Porfirio Díaz 64, Centro", "One shot per ticket."],
    ["Salón Tlayuda", "Calle Murguía 40, Centro", ""],
  ],
};

const mapOf = (name: string, address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`;
const idOf = (city: number, bar: number) => `5f0d6a52-7c1e-4b9a-9d53-${String(city * 100 + bar).padStart(12, "0")}`;

/** The bars, and the stops of the crawls in the calendar. */
export async function insertBars(tx: Tx): Promise<void> {
  const cities = Object.entries(BARS);
  const bars = cities.flatMap(([city_id, all], city) =>
    all.map(([name, address, guide_note], bar) => ({
      id: idOf(city, bar),
      name,
      address,
      map_url: mapOf(name, address),
      city_id,
      guide_note,
      ...(TIMES[bar]![1] > 0 ? { voucher_price: 3500 } : {}),
    })),
  );
  await tx.insertInto("bars").values(bars).execute();
  const stops = CALENDAR_CRAWLS.flatMap(({ id: crawl_id, city_id }) => {
    const city = cities.findIndex(([name]) => name === city_id);
    return TIMES.map(([usual, vouchers], bar) => {
      const at = city_id === "puerto-escondido" ? BEACH_TIMES[bar]! : usual;
      return { crawl_id, position: bar + 1, bar_id: idOf(city, bar), at, vouchers };
    });
  });
  await tx.insertInto("crawl_stops").values(stops).execute();
}
