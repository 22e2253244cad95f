import type { Tx } from "#src/platform/db.server.ts";

const idOf = (n: number) => `5f0d6a52-7c1e-4b9a-9d53-0000000000a${n}`;

/** What is sold beside the places of Mexico City's crawls. */
export const insertAddOns = (tx: Tx) =>
  tx
    .insertInto("add_ons")
    .values([
      {
        id: idOf(1),
        name: "Ronda T-shirt",
        name_es: "Playera de Ronda",
        description: "Black cotton, S to XL. Your guide has the sizes at the meeting point.",
        description_es: "De algodón negro, de la S a la XL. Tu guía trae las tallas al punto de encuentro.",
        city_id: "mexico-city",
        price: 25_000,
        currency: "MXN",
        most: 6,
        stock: 120,
        stock_per_night: false,
        position: 1,
      },
      {
        id: idOf(2),
        name: "Late tacos",
        name_es: "Tacos de madrugada",
        description: "Four tacos and a horchata at the last stop.",
        description_es: "Cuatro tacos y una horchata en la última parada.",
        city_id: "mexico-city",
        price: 12_000,
        currency: "MXN",
        stock: 30,
        position: 2,
      },
    ])
    .execute();
