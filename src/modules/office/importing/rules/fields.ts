import type { Locale } from "#src/kernel/localized.ts";

/** What may be brought from another system. */
export const IMPORT_KINDS = ["bookings", "customers"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** What a file may be at most. */
export const MOST_FILE_BYTES = 5_000_000;
export const MOST_ROWS = 5000;
export const MOST_COLUMNS = 200;
/** What of a cell is read, in characters: no field takes as much, and searching longer ones takes too long. */
export const MOST_CELL = 2000;

/** What a column may hold, in the order in which the form asks for it. */
export const FIELDS = [
  "reference",
  "status",
  "date",
  "crawl",
  "people",
  "name",
  "first_name",
  "last_name",
  "email",
  "phone",
  "country",
  "language",
  "total",
  "currency",
  "paid",
  "requests",
  "tags",
] as const;
export type Field = (typeof FIELDS)[number];

const OF_BOOKINGS_ALONE: readonly Field[] = [
  "reference",
  "status",
  "date",
  "crawl",
  "people",
  "total",
  "currency",
  "paid",
  "requests",
];

/** The fields of a kind. */
export const fieldsOf = (kind: ImportKind): readonly Field[] =>
  FIELDS.filter((field) => (kind === "bookings" ? field !== "tags" : !OF_BOOKINGS_ALONE.includes(field)));

/** What has to have a column. Who somebody is has its own rule: a name, in one column or two. */
export const REQUIRED: Readonly<Record<ImportKind, readonly Field[]>> = {
  bookings: ["reference", "date", "people", "total"],
  customers: [],
};

/** How other systems, and people, head such a column: whole heads first, then what a head may contain. In plain small letters. */
export const HEADS: Readonly<Record<Field, { whole: readonly string[]; part: readonly string[] }>> = {
  reference: {
    whole: [
      "reference",
      "referencia",
      "ref",
      "booking id",
      "booking number",
      "booking",
      "id",
      "folio",
      "reserva",
      "order",
      "order id",
      "pedido",
      "confirmation",
      "confirmacion",
      "codigo",
      "code",
    ],
    part: [
      "reference",
      "referencia",
      "booking id",
      "booking no",
      "booking number",
      "order number",
      "order no",
      "numero de reserva",
      "confirmation",
      "folio",
    ],
  },
  status: { whole: ["status", "state", "estado", "estatus"], part: ["status", "estatus"] },
  date: {
    whole: ["date", "fecha", "night", "noche", "tour date", "event date", "start date", "dia", "day", "activity date"],
    part: [
      "tour date",
      "event date",
      "activity date",
      "start date",
      "start time",
      "fecha del evento",
      "fecha de inicio",
      "fecha del tour",
    ],
  },
  crawl: {
    whole: [
      "crawl",
      "pub crawl",
      "tour",
      "product",
      "producto",
      "activity",
      "actividad",
      "item",
      "event",
      "evento",
      "experience",
      "experiencia",
      "recorrido",
    ],
    part: [
      "product name",
      "activity name",
      "tour name",
      "event name",
      "item name",
      "nombre del tour",
      "nombre del producto",
    ],
  },
  people: {
    whole: [
      "people",
      "personas",
      "guests",
      "pax",
      "quantity",
      "qty",
      "cantidad",
      "places",
      "lugares",
      "participants",
      "participantes",
      "tickets",
      "boletos",
      "party size",
      "asistentes",
      "seats",
    ],
    part: ["number of people", "numero de personas", "participants", "participantes", "party size", "of guests", "pax"],
  },
  name: {
    whole: [
      "name",
      "nombre completo",
      "full name",
      "customer",
      "cliente",
      "guest",
      "huesped",
      "contact",
      "customer name",
      "guest name",
      "lead traveler",
      "nombre del cliente",
    ],
    part: ["full name", "customer name", "guest name", "nombre completo", "nombre del cliente", "booker"],
  },
  first_name: {
    whole: ["first name", "firstname", "first", "given name", "nombre", "nombres", "nombre(s)"],
    part: ["first name", "firstname", "given name"],
  },
  last_name: {
    whole: ["last name", "lastname", "last", "surname", "family name", "apellido", "apellidos"],
    part: ["last name", "lastname", "surname", "apellido"],
  },
  email: { whole: ["email", "e-mail", "mail", "correo", "correo electronico"], part: ["email", "e-mail", "correo"] },
  phone: {
    whole: ["phone", "telephone", "mobile", "tel", "telefono", "celular", "movil", "whatsapp", "phone number"],
    part: ["phone", "mobile", "telefono", "celular", "whatsapp"],
  },
  country: { whole: ["country", "pais", "nationality", "nacionalidad"], part: ["country", "pais"] },
  language: { whole: ["language", "idioma", "lang", "locale", "lengua"], part: ["language", "idioma"] },
  total: {
    whole: [
      "total",
      "price",
      "precio",
      "amount",
      "monto",
      "importe",
      "total price",
      "precio total",
      "grand total",
      "valor",
    ],
    part: ["total", "amount", "importe", "monto"],
  },
  currency: { whole: ["currency", "moneda", "divisa"], part: ["currency", "moneda", "divisa"] },
  paid: {
    whole: [
      "paid",
      "pagado",
      "pagada",
      "payment status",
      "estado de pago",
      "amount paid",
      "total paid",
      "pago",
      "monto pagado",
    ],
    part: ["payment status", "amount paid", "estado del pago", "paid"],
  },
  requests: {
    whole: [
      "notes",
      "notas",
      "note",
      "nota",
      "comments",
      "comentarios",
      "requests",
      "special requests",
      "peticiones",
      "solicitudes",
      "observaciones",
    ],
    part: ["request", "comment", "comentario", "notas", "observacion"],
  },
  tags: {
    whole: [
      "tags",
      "tag",
      "labels",
      "etiquetas",
      "etiqueta",
      "segment",
      "segmento",
      "group",
      "groups",
      "grupo",
      "grupos",
    ],
    part: ["tag", "etiqueta", "label"],
  },
};

/** Heads and an example of a file to fill in. */
export const TEMPLATES: Readonly<
  Record<Locale, Readonly<Record<ImportKind, readonly [head: readonly string[], example: readonly string[]]>>>
> = {
  en: {
    bookings: [
      [
        "Reference",
        "Date",
        "Crawl",
        "People",
        "First name",
        "Last name",
        "Email",
        "Phone",
        "Country",
        "Language",
        "Total",
        "Currency",
        "Paid",
        "Notes",
      ],
      [
        "A-1001",
        "2027-03-05",
        "",
        "2",
        "Ana",
        "Example",
        "ana@guest.example",
        "",
        "MX",
        "es",
        "800.00",
        "MXN",
        "yes",
        "",
      ],
    ],
    customers: [
      ["First name", "Last name", "Email", "Phone", "Country", "Language", "Tags"],
      ["Ana", "Example", "ana@guest.example", "", "MX", "es", "regular"],
    ],
  },
  es: {
    bookings: [
      [
        "Referencia",
        "Fecha",
        "Recorrido",
        "Personas",
        "Nombre",
        "Apellidos",
        "Correo",
        "Teléfono",
        "País",
        "Idioma",
        "Total",
        "Moneda",
        "Pagado",
        "Notas",
      ],
      [
        "A-1001",
        "2027-03-05",
        "",
        "2",
        "Ana",
        "Ejemplo",
        "ana@guest.example",
        "",
        "MX",
        "es",
        "800.00",
        "MXN",
        "sí",
        "",
      ],
    ],
    customers: [
      ["Nombre", "Apellidos", "Correo", "Teléfono", "País", "Idioma", "Etiquetas"],
      ["Ana", "Ejemplo", "ana@guest.example", "", "MX", "es", "frecuente"],
    ],
  },
};
