import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { drawList, type PaperList } from "#src/modules/office/night/draw-list.server.ts";

/** What each page of one of our PDFs says, in the order in which it was drawn: letters by the fonts' own maps. */
function textOf(file: Buffer): string[] {
  const pdf = file.toString("latin1");
  const objects = new Map(
    [...pdf.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = "", body = ""]) => [id, body]),
  );
  const streamOf = (body: string) => {
    const raw = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body)?.[1] ?? "";
    return inflateSync(Buffer.from(raw, "latin1")).toString("latin1");
  };
  const letters = new Map<string, string[]>();
  for (const [, name = "", id = ""] of pdf.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = streamOf(objects.get(/\/ToUnicode (\d+)/.exec(objects.get(id)!)![1]!)!);
    const hex = [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, row = ""]) => row.match(/<[^>]*>/g) ?? []);
    letters.set(
      name,
      hex.map((one) =>
        String.fromCharCode(...(one.match(/[\da-f]{4}/gi) ?? []).map((code) => Number.parseInt(code, 16))),
      ),
    );
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body));
  return pages.map((page) => {
    const content = streamOf(objects.get(/\/Contents (\d+)/.exec(page)![1]!)!);
    let font: string[] = [];
    const messages: string[] = [];
    for (const [, name, array] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g))
      if (name) font = letters.get(name)!;
      else
        messages.push(
          (array!.match(/<[^>]*>/g) ?? [])
            .flatMap((run) => run.match(/[\da-f]{4}/gi) ?? [])
            .map((code) => font[Number.parseInt(code, 16)] ?? "?")
            .join(""),
        );
    return messages.join("\n");
  });
}

const list = (parties: PaperList["parties"]): PaperList => ({
  title: "t",
  heading: "Roma–Condesa",
  lines: ["Viernes, 20 de noviembre", "2 personas"],
  empty: "Todavía nadie",
  page: "Página {n} de {of}",
  parties,
});
const guests = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `Guest ${n + 1}`, code: `7K2 ${n}`, isIn: n === 0 }));

test("a list says who comes, with notes and codes, whatever letters a name has", async () => {
  const pages = textOf(
    await drawList(
      list([
        { name: "Łukasz Núñez 🎉", people: "2 personas · Español", note: "Cumpleaños 🎂", guests: guests(2) },
        { name: "محمد علي", people: "1 persona · Inglés", note: "", guests: guests(1) },
        { name: "W".repeat(200), people: "1 persona", note: "x".repeat(2000), guests: guests(1) },
      ]),
    ),
  );
  expect(pages).toHaveLength(1);
  const [text] = pages;
  for (const part of [
    "Roma–Condesa",
    "ukasz Núñez",
    "2 personas · Español",
    "Cumpleaños",
    // as it is seen, from the left
    "يلع",
    "دمحم",
    "Guest 2",
    "7K2 1",
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/Página 1 de 1$/);
});

test("200 guests are all on it, each party on one page, and a party larger than a page isn't lost", async () => {
  const parties = Array.from({ length: 25 }, (_, n) => ({
    name: `Party ${n}.`,
    people: "4",
    note: "",
    guests: guests(4),
  }));
  const pages = textOf(
    await drawList(list([...parties, { name: "Coach", people: "100", note: "", guests: guests(100) }])),
  );
  const all = pages.join("\n");
  expect(all.match(/^Guest \d+$/gm)).toHaveLength(200);
  for (const page of pages.slice(0, 2))
    expect(page.match(/^Guest 4$/gm)?.length).toBe(page.match(/^Party \d+\.$/gm)?.length);
  expect(pages.map((page) => page.split("\n").at(-1))).toEqual(
    pages.map((_, n) => `Página ${n + 1} de ${pages.length}`),
  );
});

test("an empty list says so", async () => {
  expect(textOf(await drawList(list([])))[0]).toContain("Todavía nadie");
});
