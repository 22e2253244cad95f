import type { Tx } from "#src/platform/db.server.ts";
import { CALENDAR_CRAWLS, CAMPAIGN_CRAWLS } from "./crawls.ts";

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

/** A crawl that goes its own way: a bar, where it is, when, and the drinks there, which are those that its page promises. */
type OwnStop = readonly [name: string, address: string, note: string, at: string, drinks: number];
const [HALLOWEEN, VIP, MEZCAL] = CAMPAIGN_CRAWLS;
const OWN_ROUTES: readonly (readonly [crawl: string, stops: readonly OwnStop[]])[] = [
  [
    VIP.id,
    [
      ["Salón Obsidiana", "Calle Córdoba 59, Roma Norte", "Our table is the long one by the window.", "21:00", 1],
      [
        "Terraza Colibrí de Plata",
        "Paseo de la Reforma 297, Cuauhtémoc",
        "Lift to the roof, our name is on the list.",
        "22:00",
        1,
      ],
      ["Coctelería Doña Noche", "Calle Río Lerma 150, Cuauhtémoc", "", "23:00", 1],
      ["Bar La Emperatriz", "Calle Liverpool 33, Juárez", "Ring the bell: there is no sign.", "23:50", 1],
      ["Club Medusa", "Calle Versalles 12, Juárez", "The door on the left, without the line.", "00:45", 0],
    ],
  ],
  [
    MEZCAL.id,
    [
      ["Mezcalería Tres Agaves", "Calle Tabasco 121, Roma Norte", "Start with the espadín and the tobalá.", "18:00", 2],
      ["Expendio El Palenque", "Calle Chihuahua 98, Roma Norte", "The cuishe, with orange and worm salt.", "19:00", 1],
      ["Casa del Maguey Viejo", "Calle Zacatecas 140, Roma Norte", "The two surprises, with chocolate.", "20:00", 2],
    ],
  ],
];

const mapOf = (name: string, address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`;
const idOf = (city: number, bar: number) => `5f0d6a52-7c1e-4b9a-9d53-${String(city * 100 + bar).padStart(12, "0")}`;

/** The bars, and the stops of every crawl. */
export async function insertBars(tx: Tx): Promise<void> {
  const cities = Object.entries(BARS);
  const bars = cities.flatMap(([city_id, all], city) =>
    all.map(([name, address, guide_note], bar) =>
      barOf(idOf(city, bar), city_id, [name, address, guide_note], TIMES[bar]![1]),
    ),
  );
  const own = OWN_ROUTES.flatMap(([, route], n) =>
    route.map(([name, address, note, , drinks], bar) =>
      barOf(idOf(cities.length + n, bar), "mexico-city", [name, address, note], drinks),
    ),
  );
  await tx
    .insertInto("bars")
    .values([...bars, ...own])
    .execute();
  const stops = [...CALENDAR_CRAWLS, HALLOWEEN].flatMap(({ id: crawl_id, city_id }) => {
    const city = cities.findIndex(([name]) => name === city_id);
    return TIMES.map(([usual, vouchers], bar) => {
      const at = city_id === "puerto-escondido" ? BEACH_TIMES[bar]! : usual;
      return { crawl_id, position: bar + 1, bar_id: idOf(city, bar), at, vouchers };
    });
  });
  const ownStops = OWN_ROUTES.flatMap(([crawl_id, route], n) =>
    route.map(([, , , at, vouchers], bar) => {
      return { crawl_id, position: bar + 1, bar_id: idOf(cities.length + n, bar), at, vouchers };
    }),
  );
  await tx
    .insertInto("crawl_stops")
    .values([...stops, ...ownStops])
    .execute();
}

const barOf = (
  id: string,
  city_id: string,
  [name, address, guide_note]: readonly [name: string, address: string, note: string],
  drinks: number,
) => ({
  id,
  name,
  address,
  map_url: mapOf(name, address),
  city_id,
  guide_note,
  ...(drinks > 0 ? { voucher_price: 3500 } : {}),
});
