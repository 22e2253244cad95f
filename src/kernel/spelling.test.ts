import { describe, expect, test } from "vitest";
import { finderOf, folded, mistakesBetween, respelled } from "#src/kernel/spelling.ts";

describe("mistakes between two words", () => {
  test.each([
    ["sofia", "sofia", 0],
    ["sofai", "sofia", 1],
    ["zofia", "sofia", 1],
    ["sofa", "sofia", 1],
    ["soffia", "sofia", 1],
    ["jhon", "john", 1],
    ["gonzales", "gonzalez", 1],
    ["gonsales", "gonzalez", 2],
    ["jhonatan", "jonathan", 2],
    ["hernad", "hernandez", 1.5],
    ["guilermo", "guillermo", 1],
  ])("%s is %s with %d", (word, other, mistakes) => expect(mistakesBetween(word, other)).toBe(mistakes));

  test.each([
    ["ana", "ann"],
    ["sofia", "maria"],
    ["luis", "lucia"],
    ["marta", "martinez"],
    ["wilson", "gonzalez"],
    ["gonzalez", "go"],
    ["", "sofia"],
  ])("%s is no way to write %s", (word, other) => expect(mistakesBetween(word, other)).toBeNull());

  test("accents and capitals are none", () => expect(folded("GONZÁLEZ Ñandú")).toBe("gonzalez nandu"));
});

describe("a search respelled", () => {
  const guests = [
    "Sofía Hernández sofia.h@guest.test RND-7K2M4P",
    "Sofía López sofia.l@guest.test RND-8K2M4P",
    "Sofie Müller sofie@guest.test RND-9K2M4P",
    "Zoë Wilson zoe@guest.test RND-2K2M4Q",
  ];
  test.each([
    ["sofai", ["Sofía"]],
    ["sofai hernandes", ["Sofía Hernández"]],
    ["sofia hernandes", ["Sofía Hernández"]],
    ["hernandes  sofía", ["Hernández Sofía"]],
    ["sofi hernandes", ["sofi Hernández"]],
    ["soffi", ["Sofía", "Sofie"]],
    ["muler", ["Müller"]],
    ["sofia.h@gest.test", ["sofia.h@guest.test"]],
    ["RND-7K2M4X", ["RND-7K2M4P"]],
    ["wilsen", ["Wilson"]],
    ["sofai wilson", []],
    ["ramirez", []],
    ["zo", []],
    ["", []],
  ])("“%s” offers %j", (search, offered) => expect(respelled(search, guests)).toEqual(offered));

  test("as many as can be read at a glance, those of more records first", () => {
    const records = ["Marca", "Marta", "Marta", "Marka", "Marja"];
    expect(respelled("marxa", records)).toEqual(["Marta", "Marca", "Marja"]);
  });
});

describe("a name, a reference or a number in any spelling", () => {
  const guest = ["Łukasz O’Brien-Gössler", "Søren Ægir Đorđević", "سارا می\u200Cخواهد", "RND-7K2M4P", "442079460958"];
  test.each([
    "lukasz",
    "ŁUKASZ",
    "obrien",
    "o'brien",
    "O´Brien",
    "OʼBrien",
    "o‘brien",
    "gossler",
    "brien–gossler",
    "soren aegir",
    "dordevic",
    "ĐORĐEVIĆ soren",
    "میخواهد",
    "7k2m",
    "+44 20 7946 0958",
    "020 7946 0958",
    "(020) 7946-0958",
    "0044 20 79460958",
    "+44 (0)20 7946 0958",
    "٠٢٠ ٧٩٤٦ ٠٩٥٨",
    "7946 0958",
    "lukasz 7946-0958",
  ])("“%s” finds its guest", (search) => expect(finderOf(search)!(guest)).toBe(true));
  test.each(["lucas", "obrian", "+44 20 7946 0959", "soren wilson"])("“%s” doesn't", (search) =>
    expect(finderOf(search)!(guest)).toBe(false),
  );
  test("no word is no search", () => expect(finderOf("  ")).toBeNull());
});
