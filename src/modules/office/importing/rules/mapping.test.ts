import { describe, expect, test, vi } from "vitest";
import {
  crawlFinder,
  crawlNamesIn,
  dateOrderOf,
  type FileTable,
  firstMapping,
  folded,
  guessColumns,
  type Mapping,
  missingColumns,
} from "#src/modules/office/importing/rules/mapping.ts";

const STANDARD = { crawl: null, currency: "MXN", language: "en" } as const;
const table = (heads: string[], ...rows: string[][]): FileTable => ({
  heads,
  rows: rows.map((cells, at) => ({ line: at + 2, cells })),
});

describe("which column is what", () => {
  test.each([
    [
      "the template in English",
      "Reference,Date,Crawl,People,First name,Last name,Email,Phone,Country,Language,Total,Currency,Paid,Notes",
      "reference date crawl people first_name last_name email phone country language total currency paid requests",
    ],
    [
      "the template in Spanish",
      "Referencia,Fecha,Recorrido,Personas,Nombre,Apellidos,Correo,Teléfono,País,Idioma,Total,Moneda,Pagado,Notas",
      "reference date crawl people first_name last_name email phone country language total currency paid requests",
    ],
    [
      "an export with long heads",
      "Booking ID,Product Name,Tour Date,No. of guests,Customer Full Name,Customer Email,Mobile number,Total amount (MXN),Payment Status,Booking Status",
      "reference crawl date people name email phone total paid status",
    ],
    [
      "a Spanish export",
      "Número de reserva;Nombre del tour;Fecha del evento;Número de personas;Nombre del cliente;Correo electrónico;Celular;Importe;Estado de pago",
      "reference crawl date people name email phone total paid",
    ],
  ])("in %s", (_, line, fields) => {
    const heads = line.split(/[,;]/);
    const columns = guessColumns("bookings", heads);
    expect(heads.map((head) => Object.entries(columns).find(([, own]) => own === head)?.[0])).toEqual(
      fields.split(" "),
    );
  });

  test("no column is two things, and customers have no bookings’ columns", () => {
    const columns = guessColumns("customers", ["Name", "Email", "Total", "Tags"]);
    expect(columns).toEqual({ name: "Name", email: "Email", tags: "Tags" });
    expect(guessColumns("bookings", ["Email", "Email (2)"])).toEqual({ email: "Email" });
    expect(guessColumns("customers", ["First", "Surname", "Groups"])).toEqual({
      first_name: "First",
      last_name: "Surname",
      tags: "Groups",
    });
  });

  test("what was corrected is remembered where the same heads come again, and guessed anew where they don't", () => {
    const last: Mapping = {
      ...STANDARD,
      columns: { reference: "X", total: "Y" },
      dates: "mdy",
      crawls: {},
      paid: false,
      leftOut: ["past"],
    };
    const same = firstMapping("bookings", table(["X", "Y", "Email"], ["1", "2", "a@b.test"]), last, STANDARD);
    expect(same).toEqual(last);
    const other = firstMapping("bookings", table(["Reference", "Y"], ["1", "2"]), last, STANDARD);
    expect(other).toEqual({ ...last, columns: { reference: "Reference" } });
    expect(firstMapping("bookings", table(["Date"], ["2027-01-02"]), null, STANDARD)).toMatchObject({
      dates: "ymd",
      leftOut: ["cancelled"],
    });
  });

  test("what is missing is named", () => {
    const mapping = (columns: Mapping["columns"], crawl: string | null = null): Mapping => ({
      ...STANDARD,
      crawl,
      columns,
      dates: "dmy",
      crawls: {},
      paid: true,
      leftOut: [],
    });
    expect(missingColumns("bookings", mapping({}))).toEqual([
      "reference",
      "date",
      "people",
      "total",
      "crawl",
      "name",
      "email",
    ]);
    const all = { reference: "a", date: "b", people: "c", total: "d", first_name: "e", phone: "f" };
    expect(missingColumns("bookings", mapping(all))).toEqual(["crawl"]);
    expect(missingColumns("bookings", mapping(all, "one"))).toEqual([]);
    expect(missingColumns("customers", mapping({ name: "a", email: "b" }))).toEqual([]);
  });
});

test.each([
  [["2027-03-05"], "ymd"],
  [["05/03/2027", "13/03/2027"], "dmy"],
  [["03/05/2027", "03/13/2027"], "mdy"],
  [["05/03/2027"], null],
  [["soon", ""], null],
])("days in %j are written as %s", (cells, order) => expect(dateOrderOf(cells)).toBe(order));

test("a crawl is known by its names, whatever their accents, and by what was chosen for a name", () => {
  const crawls = [
    { id: "a", names: ["Centro Histórico Crawl", "centro-historico"] },
    { id: "b", names: ["Roma Night"] },
  ];
  expect(crawlFinder(crawls, {})("centro historico crawl")).toBe("a");
  expect(crawlFinder(crawls, {})("CENTRO HISTORICO")).toBe("a");
  expect(crawlFinder(crawls, {})("Downtown")).toBeNull();
  expect(crawlFinder(crawls, { downtown: "b" })("Downtown")).toBe("b");
  expect(crawlFinder(crawls, {})("constructor")).toBeNull();
  // a crawl that was deleted since is none
  expect(crawlFinder(crawls, { downtown: "gone" })("Downtown")).toBeNull();
  const mapping = { columns: { crawl: "Tour" } } as Mapping;
  expect(crawlNamesIn(table(["Tour"], ["Roma"], ["ROMA"], [""], ["Centro"]), mapping)).toEqual(["Roma", "Centro"]);
});

test("accents are taken apart of letters with a few of them only: thousands would hold up everybody", () => {
  const normalize = vi.spyOn(String.prototype, "normalize");
  try {
    folded(`a${"\u0301\u0323".repeat(1000)}`);
    const runs = normalize.mock.contexts.flatMap((text) => String(text).match(/\p{M}+/gu) ?? []);
    expect(Math.max(0, ...runs.map((run) => run.length))).toBeLessThanOrEqual(31);
  } finally {
    normalize.mockRestore();
  }
});
