import { describe, expect, test } from "vitest";
import { folded, mistakesBetween, respelled } from "#src/kernel/spelling.ts";

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
