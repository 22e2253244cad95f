import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { anywhere, beginsWord, containsWord, escaped, nearWord } from "#src/platform/search-words.server.ts";
import { folded } from "#src/kernel/spelling.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const TEXT = sql`found_by`;

type Plan = { "Node Type": string; "Index Name"?: string; "Index Cond"?: string; Plans?: Plan[] };
const lookUps = (plan: Plan): string[] => [
  ...(plan["Index Cond"] ? [`${plan["Index Name"]}: ${plan["Index Cond"]}`] : []),
  ...(plan.Plans ?? []).flatMap(lookUps),
];

/** How PostgreSQL finds the bookings: a table this small it would rather read whole. */
const planned = (condition: ReturnType<typeof containsWord>) =>
  database.services.db.transaction().execute(async (tx) => {
    for (const way of ["seqscan", "indexscan", "indexonlyscan"])
      await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx);
    const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Plan }] }>`explain (format json)
      select from bookings where ${condition}`.execute(tx);
    return lookUps(rows[0]!["QUERY PLAN"][0].Plan);
  });

test.each([
  ["a word", containsWord(TEXT, "sofia"), ["~~ '%sofia%'"]],
  ["a number in another spelling", containsWord(TEXT, "525512345678"), ["~~ '%12345678%'"]],
  ["a reference without its dash", containsWord(TEXT, "rnd7k2m4p"), ["~~ '%rnd7k2m4p%'", "~~ '%rnd-7k2m4p%'"]],
  [
    "a misspelt word",
    nearWord(TEXT, "sofai"),
    ["~~ '%sofai%'", "%> 'sofai'", "~~ ANY ('{%osfai%,%sfoai%,%soafi%,%sofia%}'"],
  ],
])("%s is looked up in the index, whichever way it may be found", async (_, condition, conditions) => {
  const found = await planned(condition);
  expect(found.every((one) => one.startsWith("bookings_by_found:"))).toBe(true);
  for (const one of conditions) expect(found.join("\n")).toContain(one);
  expect(found).toHaveLength(conditions.length);
});

test("the database folds every letter as the product does", async () => {
  const letters = Array.from({ length: 0x2fff }, (_, i) => String.fromCodePoint(i + 1)).filter((one) =>
    /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(one),
  );
  const { rows } = await sql<{ letter: string; as: string }>`select letter, findable('a' || letter || 'b') as as
    from unnest(${letters}::text[]) letter`.execute(database.services.db);
  expect(rows.filter(({ letter, as }) => as !== folded(`a${letter}b`))).toEqual([]);
});

const matches = async (text: string, condition: (of: typeof TEXT) => ReturnType<typeof containsWord>) => {
  const { rows } = await sql<{ is: boolean }>`select ${condition(sql.ref("searched.text"))} as is
    from (select ${text}::text as text) searched`.execute(database.services.db);
  return rows[0]!.is;
};

describe.each([
  ["_", "a"],
  ["%", "anything"],
  ["\\", ""],
])("a %s that is searched for", (sign, other) => {
  const word = `code${sign}one`;
  test.each<[string, (of: typeof TEXT) => ReturnType<typeof containsWord>]>([
    ["inside of a text", (of) => containsWord(of, word)],
    ["at the beginning of a word", (of) => beginsWord(of, word)],
    ["in a text as it is stored", (of) => sql`${of} like ${anywhere(word)}`],
    ["at the beginning of an id", (of) => sql`${of} like ${`${escaped(word)}%`}`],
  ])("is itself and no wildcard %s", async (_, condition) => {
    expect(await matches(word, condition)).toBe(true);
    expect(await matches(`code${other}one`, condition)).toBe(false);
  });
});
