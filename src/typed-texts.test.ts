import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

// Every text field of every form, act and call that guests and staff type into: what is pasted from a contact, a chat or a document
// is kept as if it had been typed. Fields are found by what they accept, so that a new one is asked as well.

/** What other companies and our own servers say, and how records look to whoever reads them. */
const SAID_BY_MACHINES =
  /^(paypal|stripe|sandbox|receipts|measurement)\.|\.(PubCrawl|Departure|PixelConfig|TicketChange|OfferedAddOn)\./;
/** Texts that nobody types: keys, ids, what a page showed and posts back, what a browser says of itself, passwords and PINs. */
const NOT_TYPED =
  /\.(password|(current|new)_password|again|id|city_id|key|token|seen|query|target|uri|codes|fingerprint|at|since|user|userAgent|referrer|referral|price_promise|booking|count|skip|until|currency|city|cities|was_cities|expected|of)$/;
/** Read by a rule of their own: what a guest hands over, for the change; a reason from a phone, which is cleaned where it is kept. */
const ELSEWHERE = /^till\.DoorSale\.given$|^door\..*\.reason$/;

/** What is typed, and the same as it is pasted. */
const TYPED: readonly (readonly [typed: string, pasted: string])[] = [
  ["Luz Ana-Eva", "\u2068Luz\u00A0A\u00ADna\u2011Eva\u2069\u200B"],
  ["somebody@people.test", "\u202Asomebody@peo\u00ADple.test\u202C\u00A0"],
  ["+52 55 1234-5678", "\u202A+52\u00A055\u00A01234\u20115678\u202C"],
];
/** Nothing of these may be lost. */
const KEPT = ["👨‍👩‍👧 می‌خواهم"];

type Field = { name: string; field: z.ZodType };

const MODULES = globSync("src/modules/**/*.ts").filter(
  (file) => !/\.test\.ts$|\.server\.ts$/.test(file) && /from "zod"/.test(readFileSync(file, "utf8")),
);

const insides = (one: z.ZodType): z.ZodType[] => {
  const def = one.def as unknown as Record<string, unknown>;
  const single = [def["innerType"], def["element"], def["valueType"]].filter((inner) => inner !== undefined);
  const many = Array.isArray(def["options"]) ? (def["options"] as unknown[]) : [];
  return [...single, ...many] as z.ZodType[];
};

/** The fields of a shape, with what they are piped through: a field is judged as a whole. */
function* fieldsOf(name: string, one: z.ZodType): Generator<Field> {
  if (one instanceof z.ZodObject) {
    for (const [key, field] of Object.entries(one.shape)) yield* fieldsOf(`${name}.${key}`, field);
    return;
  }
  if (one instanceof z.ZodPipe && one.in instanceof z.ZodObject) return yield* fieldsOf(name, one.in);
  if (insides(one).some((inner) => holds(inner))) {
    for (const inner of insides(one)) yield* fieldsOf(name, inner);
    return;
  }
  if (takesText(one)) yield { name, field: one };
}
const takesText = (one: z.ZodType): boolean =>
  one instanceof z.ZodString ||
  (one instanceof z.ZodPipe ? takesText(one.in as z.ZodType) : insides(one).some(takesText));
const holds = (one: z.ZodType): boolean => one instanceof z.ZodObject || insides(one).some(holds);

const fields: Field[] = [];
for (const file of MODULES) {
  const exported = (await import(/* @vite-ignore */ path.resolve(file))) as Record<string, unknown>;
  const module = file.split(path.sep)[3];
  for (const [name, one] of Object.entries(exported))
    if (one instanceof z.ZodType && !/View|Shape|Answer|State|Result|^(Placed|Started|Cancelled|Given)/.test(name))
      fields.push(...fieldsOf(`${module}.${name}`, one));
}

const parsed = (field: z.ZodType, text: string): unknown => {
  const of = field instanceof z.ZodArray ? [text] : text;
  const result = field.safeParse(of);
  return result.success ? { data: result.data } : null;
};

test("there are fields to ask", () => expect(fields.length).toBeGreaterThan(250));

test("what is pasted is kept as what is typed, in every field that takes it", () => {
  const other = fields.filter(
    ({ name, field }) =>
      ![SAID_BY_MACHINES, NOT_TYPED, ELSEWHERE].some((not) => not.test(name)) &&
      TYPED.some(([typed, pasted]) => {
        const accepted = parsed(field, typed);
        return accepted !== null && JSON.stringify(parsed(field, pasted)) !== JSON.stringify(accepted);
      }),
  );
  expect([...new Set(other.map(({ name }) => name))].toSorted()).toEqual([]);
});

test("joined emoji and letters are kept in every field that takes words", () => {
  const lost = fields.filter(({ field }) => {
    const words = parsed(field, "Luz Eva") as { data: unknown } | null;
    if (words?.data !== "Luz Eva") return false;
    return KEPT.some((text) => JSON.stringify(parsed(field, text)) !== JSON.stringify({ data: text }));
  });
  expect([...new Set(lost.map(({ name }) => name))].toSorted()).toEqual([]);
});

// What a stranger may post as one field: texts that a rule of every field, or of its own, might read again and again. Each took seconds,
// and all of them hours, where the time was that of the length squared.
const LENGTH = 60_000;
const LONG: readonly (readonly [what: string, text: string])[] = [
  ["spaces", `${" ".repeat(LENGTH)}x`],
  ["spaces after a letter", `x${" ".repeat(LENGTH)}y`],
  ["lines", `${"\n".repeat(LENGTH)}x`],
  ["accents", `a${"\u0301\u0316".repeat(LENGTH / 2)}`],
  ["commas", `${",".repeat(LENGTH)}x`],
  ["numbers", `${"1 ".repeat(LENGTH / 2)}x`],
  ["dots", `a@${"a.".repeat(LENGTH / 2)}`],
];

test.each(LONG)("a field of %s is read once, however long it is", (_, text) => {
  for (const { name, field } of fields) expect(parsed(field, text) === null || name).toBeTruthy();
});
