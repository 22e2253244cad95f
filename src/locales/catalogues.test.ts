import fs from "node:fs";
import path from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { adminFiles } from "#src/locales/admin-files.ts";
import type { Message } from "#src/locales/message.ts";

const read = (language: string, area: string) =>
  JSON.parse(fs.readFileSync(`src/locales/${language}/${area}`, "utf8")) as Record<string, string>;
const areas = fs.globSync("**/*.json", { cwd: "src/locales/en" });

test.each(areas)("%s says the same things in both languages", (area) => {
  expect(Object.keys(read("es", area)).toSorted()).toEqual(Object.keys(read("en", area)).toSorted());
});

/** Every id of a language as its files are written, one entry for each time: parsed JSON keeps only the last of a name. */
const idsOf = (language: string) =>
  areas.flatMap((area) => {
    const written = fs.readFileSync(`src/locales/${language}/${area}`, "utf8");
    return [...written.matchAll(/^\s*("(?:[^"\\]|\\.)+"):/gm)].map(([, id]) => JSON.parse(id!) as string);
  });

test.each(["en", "es"])("no id has two texts in %s: a page that loads both files would show either", (language) => {
  const ids = idsOf(language);
  expect(new Set(ids)).toEqual(new Set(areas.flatMap((area) => Object.keys(read(language, area)))));
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

test.each([
  ["en", /(person|people|friend) \{n\}/i],
  ["es", /(invitad|huésped|amig|guest)\w* \{n\}/i],
])("whoever comes along is called by one word in %s, from the checkout to the ticket", (language, others) => {
  const texts = areas.flatMap((area) => Object.entries(read(language, area)));
  expect(texts.filter(([, text]) => others.test(text))).toEqual([]);
});

/** The names of all values of a message, including those inside plurals and selects. */
function valuesIn(message: Message | undefined): string[] {
  // the compiler leaves an offset among a plural's forms, which none of ours uses
  if (!message || typeof message === "string") return [];
  return message.flatMap((piece) =>
    typeof piece === "string" ? [] : [piece[0], ...Object.values(piece[2] ?? {}).flatMap(valuesIn)],
  );
}

test.each(areas)("%s takes the same values in both languages", (area) => {
  const values = (text: string) => [...new Set(valuesIn(compileMessageOrThrow(text) as Message))].toSorted();
  const es = read("es", area);
  for (const [id, text] of Object.entries(read("en", area)))
    expect([id, values(es[id] ?? "")]).toEqual([id, values(text)]);
});

test.each(areas.filter((area) => !["common.json", "site.json", "emails.json"].includes(area)))(
  "every id of %s begins with its name: a browser finds the file by it",
  (area) => {
    const word = `${path.basename(area, ".json")}.`;
    expect(Object.keys(read("en", area)).filter((id) => !id.startsWith(word))).toEqual([]);
  },
);

test.each(["en", "es"])(
  "browsers get of the emails in %s their names and when they are sent, nothing else",
  async (language) => {
    const ids = Object.keys(read(language, "emails.json")).filter((id) => id.startsWith("email-kinds."));
    const { default: messages } = await adminFiles[`./${language}/admin/email-kinds.json`]!();
    expect(Object.keys(messages)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(100);
  },
);

/** What belongs to no module: the admin's shell and editors, the site's frame, and what several of them say. */
const SHARED = ["admin", "common", "documents", "editing", "emails", "errors", "site", "why", "why-admin"];
const modules = fs.globSync("src/modules/*/*").map((folder) => path.basename(folder));

test.each(areas.map((file) => path.basename(file, ".json")).filter((area) => !SHARED.includes(area)))(
  "%s carries its module's name, alone or before a dash: whoever looks for a text knows its file",
  (area) => {
    expect(modules.filter((module) => area === module || area.startsWith(`${module}-`))).not.toEqual([]);
  },
);
