import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import { CAPTIONS } from "./home.ts";

/** The four cities of the menus and the footer (spec 2.1); the key is the last part of the city page's path. */
export const CITIES = [
  {
    id: "mexico-city",
    name: "Mexico City",
    name_es: "Ciudad de México",
    description:
      "Twenty-two million people and a bar for every mood: cantinas with swing doors, rooftops over Reforma, clubs that only fill up after midnight. We start in Roma Norte and let the night decide.",
    description_es:
      "Veintidós millones de personas y un bar para cada ánimo: cantinas de puerta abatible, terrazas sobre Reforma, antros que se llenan después de medianoche. Empezamos en la Roma Norte y la noche decide.",
    image: "/pictures/cdmx-wide",
  },
  {
    id: "san-cristobal",
    name: "San Cristóbal",
    name_es: "San Cristóbal",
    description:
      "Cold air, warm bars: pox by candlelight, live music behind wooden doors and a yellow cathedral to find your way back by.",
    description_es:
      "Aire frío y bares cálidos: pox a la luz de las velas, música en vivo tras puertas de madera y una catedral amarilla para encontrar el camino de vuelta.",
    image: "/pictures/san-cristobal",
  },
  {
    id: "puerto-escondido",
    name: "Puerto Escondido",
    name_es: "Puerto Escondido",
    description:
      "The night begins when the surfers leave the water: sunset on Zicatela, cold beer with sandy feet, and dance floors that are simply beach.",
    description_es:
      "La noche empieza cuando los surfistas salen del agua: atardecer en Zicatela, cerveza fría con los pies en la arena y pistas de baile que son pura playa.",
    image: "/pictures/puerto-escondido",
  },
  {
    id: "oaxaca",
    name: "Oaxaca",
    name_es: "Oaxaca",
    description:
      "Mezcal poured by the people who know its village, courtyards full of music and rooftops over the green stone of Santo Domingo.",
    description_es:
      "Mezcal servido por quienes conocen su pueblo, patios llenos de música y terrazas sobre la cantera verde de Santo Domingo.",
    image: "/pictures/oaxaca",
  },
].map((city, position) => ({ ...city, time_zone: "America/Mexico_City", position }));

const NIGHTLY = {
  price: 2000,
  currency: "USD",
  // what the calendar shows (spec section 9); it differs from the rate, so that a set price visibly counts
  prices: { MXN: 40_000 },
  duration: "4–5 h",
  group_size: "15+",
  includes: ["Welcome drinks at 4–5 venues", "Party games at the first venue", "A local bilingual guide"],
  includes_es: ["Bebidas de bienvenida en 4–5 bares", "Juegos en el primer bar", "Guía local bilingüe"],
  excludes: ["More drinks", "Food", "The ride home"],
  excludes_es: ["Más bebidas", "Comida", "El regreso"],
  highlights: ["Free entry to the last club, if needed", "A free shot at the fourth stop"],
  highlights_es: ["Entrada gratis al último antro, si hace falta", "Un shot gratis en la cuarta parada"],
};

export type Crawl = typeof NIGHTLY & {
  id: string;
  slug: string;
  title: string;
  title_es: string;
  short_name: string;
  short_name_es: string;
  colour: CrawlColour;
  city_id: string;
  description: string;
  description_es: string;
  meeting_place: string;
  meeting_place_es: string;
  image: string;
} & ReturnType<typeof gallery>;

/** Scenes of a night, none of which is another crawl's picture, with the captions of the home page. */
function gallery(...scenes: string[]) {
  const pictures = scenes.map((scene) => `/pictures/${scene}`);
  const images = CAPTIONS.filter(({ image_url }) => pictures.includes(image_url));
  const alts = images.map(({ image_url, alt, alt_es }) => [image_url, { en: alt, es: alt_es }] as const);
  return { gallery: pictures, picture_alts: Object.fromEntries(alts) };
}

/** The crawls of the booking calendar (spec 9, "Crawl ids"); the first is the default one. */
export const CALENDAR_CRAWLS: [Crawl, Crawl, Crawl, Crawl] = [
  {
    ...NIGHTLY,
    id: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01",
    slug: "mexico-city",
    title: "Ronda Mexico City",
    title_es: "Ronda Ciudad de México",
    short_name: "Mexico City",
    short_name_es: "Ciudad de México",
    colour: "agave",
    city_id: "mexico-city",
    description: "Four or five bars in Roma and Condesa in one night, with a guide who knows every one of them.",
    description_es: "Cuatro o cinco bares de la Roma y la Condesa en una noche, con un guía que se los sabe todos.",
    meeting_place: "By the fountain of Plaza Río de Janeiro, Roma Norte",
    meeting_place_es: "Junto a la fuente de la Plaza Río de Janeiro, Roma Norte",
    image: "/pictures/cdmx-wide",
    ...gallery("gallery-guide", "gallery-cantina", "gallery-games", "gallery-dance", "gallery-taco"),
  },
  {
    ...NIGHTLY,
    id: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b02",
    slug: "san-cristobal",
    title: "Ronda San Cristóbal",
    title_es: "Ronda San Cristóbal",
    short_name: "San Cristóbal",
    short_name_es: "San Cristóbal",
    colour: "jacaranda",
    city_id: "san-cristobal",
    description: "Pox, candlelight and live music in the cobbled streets around the cathedral.",
    description_es: "Pox, velas y música en vivo en las calles empedradas que rodean la catedral.",
    meeting_place: "In front of the cathedral, Plaza de la Paz",
    meeting_place_es: "Frente a la catedral, Plaza de la Paz",
    image: "/pictures/san-cristobal",
    ...gallery("san-cristobal", "gallery-games", "toast"),
  },
  {
    ...NIGHTLY,
    id: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b03",
    slug: "puerto-escondido",
    title: "Ronda Puerto Escondido",
    title_es: "Ronda Puerto Escondido",
    short_name: "Puerto Escondido",
    short_name_es: "Puerto Escondido",
    colour: "marigold",
    city_id: "puerto-escondido",
    description: "From the sunset on Zicatela to the last dance floor with sand on it.",
    description_es: "Del atardecer en Zicatela a la última pista de baile con arena.",
    meeting_place: "At the lookout of Zicatela beach",
    meeting_place_es: "En el mirador de la playa Zicatela",
    image: "/pictures/puerto-escondido",
    ...gallery("puerto-escondido", "gallery-games", "toast"),
  },
  {
    ...NIGHTLY,
    id: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b04",
    slug: "oaxaca",
    title: "Ronda Oaxaca",
    title_es: "Ronda Oaxaca",
    short_name: "Oaxaca",
    short_name_es: "Oaxaca",
    colour: "terracotta",
    city_id: "oaxaca",
    description: "Mezcal with the people who pour it, then rooftops above the old town’s green stone.",
    description_es: "Mezcal con quienes lo sirven y luego las terrazas sobre la cantera verde del centro.",
    meeting_place: "On the steps of Santo Domingo",
    meeting_place_es: "En las escaleras de Santo Domingo",
    image: "/pictures/oaxaca",
    ...gallery("oaxaca", "gallery-games", "toast"),
  },
];

/** The crawls of the three campaign pages (spec 2.1). */
export const CAMPAIGN_CRAWLS: [Crawl, Crawl, Crawl] = [
  {
    ...NIGHTLY,
    id: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b11",
    slug: "cdmx-halloween-crawl",
    title: "Halloween Crawl",
    title_es: "Ronda de Halloween",
    short_name: "Halloween",
    short_name_es: "Halloween",
    colour: "slate",
    city_id: "mexico-city",
    description: "Costumes, calaveras and marigolds: the night of October 31, from bar to bar.",
    description_es: "Disfraces, calaveras y cempasúchil: la noche del 31 de octubre, de bar en bar.",
    price: 2500,
    prices: { MXN: 50_000 },
    meeting_place: "By the fountain of Plaza Río de Janeiro, Roma Norte",
    meeting_place_es: "Junto a la fuente de la Plaza Río de Janeiro, Roma Norte",
    image: "/pictures/halloween",
    ...gallery(),
  },
  {
    ...NIGHTLY,
    id: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b12",
    slug: "vip-bar-crawl",
    title: "VIP Bar Crawl",
    title_es: "Ronda VIP",
    short_name: "VIP",
    short_name_es: "VIP",
    colour: "sky",
    city_id: "mexico-city",
    description: "A table waiting at every stop and the city at your feet. Fridays and Saturdays.",
    description_es: "Una mesa en cada parada y la ciudad a tus pies. Viernes y sábados.",
    price: 4500,
    prices: { MXN: 90_000 },
    group_size: "8–16",
    includes: [
      "A welcome cocktail at each of 4 venues",
      "A reserved table at every stop",
      "Entry to every venue without waiting in line",
      "A small group with a bilingual host of its own",
    ],
    includes_es: [
      "Un coctel de bienvenida en cada uno de los 4 lugares",
      "Mesa reservada en cada parada",
      "Entrada sin fila en todos los lugares",
      "Grupo chico con anfitrión bilingüe propio",
    ],
    highlights: ["A rooftop with the city at your feet", "Entry to the last club included"],
    highlights_es: ["Una terraza con la ciudad a tus pies", "Entrada al último antro incluida"],
    meeting_place: "By the fountain of Plaza Río de Janeiro, Roma Norte",
    meeting_place_es: "Junto a la fuente de la Plaza Río de Janeiro, Roma Norte",
    image: "/pictures/vip-rooftop",
    ...gallery(),
  },
  {
    ...NIGHTLY,
    id: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b13",
    slug: "mezcal-tasting",
    title: "Mezcal Tasting",
    title_es: "Cata de mezcal",
    short_name: "Mezcal",
    short_name_es: "Mezcal",
    colour: "nopal",
    city_id: "mexico-city",
    description: "Five mezcals and someone to explain them. Thursdays and Sundays.",
    description_es: "Cinco mezcales y alguien que te los explica. Jueves y domingos.",
    price: 3500,
    prices: { MXN: 70_000 },
    duration: "3 h",
    group_size: "6–14",
    includes: ["Five mezcals, poured and explained", "Orange, worm salt and chocolate", "A bilingual host"],
    includes_es: ["Cinco mezcales, servidos y explicados", "Naranja, sal de gusano y chocolate", "Anfitrión bilingüe"],
    excludes: ["More mezcal", "Dinner", "The ride home", "The bar crawl after it"],
    excludes_es: ["Más mezcal", "Cena", "El regreso", "El recorrido de bares después"],
    highlights: ["Espadín, tobalá, cuishe and two surprises"],
    highlights_es: ["Espadín, tobalá, cuishe y dos sorpresas"],
    meeting_place: "By the fountain of Plaza Río de Janeiro, Roma Norte",
    meeting_place_es: "Junto a la fuente de la Plaza Río de Janeiro, Roma Norte",
    image: "/pictures/mezcal",
    ...gallery(),
  },
];

export const CRAWLS = [...CALENDAR_CRAWLS, ...CAMPAIGN_CRAWLS];
