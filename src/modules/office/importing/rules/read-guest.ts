import { z } from "zod";
import type { Locale } from "#src/kernel/localized.ts";
import { isPhone, toPhone } from "#src/kernel/phone.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import type { Field } from "#src/modules/office/importing/rules/fields.ts";
import type { FileTable, Mapping } from "#src/modules/office/importing/rules/mapping.ts";
import { readCountry, readLanguage, readName } from "#src/modules/office/importing/rules/read-cells.ts";

/** What can be wrong with a cell; its text is `importing.problem.<problem>`. */
export const PROBLEMS = [
  "missing",
  "too_long",
  "not_a_day",
  "not_people",
  "not_an_amount",
  "not_an_email",
  "not_a_phone",
  "unreachable",
  "currency_unknown",
  "paid_unclear",
  "paid_in_part",
  "crawl_unknown",
  "no_night",
  "night_over",
  "night_cancelled",
  "night_full",
  "cancelled",
  "status_unclear",
  "repeated",
  "known",
] as const;
export type Problem = (typeof PROBLEMS)[number];

/** What is wrong with one cell of a line. `values`: what its text needs. */
export type RowError = { line: number; field: Field; problem: Problem; values?: Record<string, string | number> };

/** Reads the cells of a row by what they hold; an empty text where a field has no column. */
export type Cells = (field: Field) => string;

/** Which cell of a row holds which field. */
export function cellsBy({ heads }: Pick<FileTable, "heads">, { columns }: Pick<Mapping, "columns">) {
  const places = new Map(Object.entries(columns).map(([field, head]) => [field, heads.indexOf(head)]));
  return (cells: readonly string[]): Cells =>
    (field) =>
      cells[places.get(field) ?? -1] ?? "";
}

export type ReadGuest = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  country: string;
  language: Locale;
};

const Email = z.email().max(254);
const MOST_NAME = 80;

/** Who a row is of, and what is wrong with that. Somebody is reached by email or by phone. */
export function readGuest(cell: Cells, standard: Locale): { guest: ReadGuest; problems: Omit<RowError, "line">[] } {
  const problems: Omit<RowError, "line">[] = [];
  const first = toOneLine(cell("first_name"));
  const name =
    first === "" && cell("last_name") === ""
      ? readName(cell("name"))
      : { first_name: first, last_name: toOneLine(cell("last_name")) };
  const nameField = cell("name") === "" ? "first_name" : "name";
  if (name.first_name === "") problems.push({ field: nameField, problem: "missing" });
  if (name.first_name.length > MOST_NAME || name.last_name.length > MOST_NAME)
    problems.push({ field: nameField, problem: "too_long", values: { most: MOST_NAME } });
  const email = toOneLine(cell("email")).replace(/^mailto:/i, "");
  if (email !== "" && !Email.safeParse(email).success) problems.push({ field: "email", problem: "not_an_email" });
  // other systems' files keep a number as text by an apostrophe
  const phone = toPhone(cell("phone").trim().replace(/^'/, ""));
  if (phone !== "" && !isPhone(phone)) problems.push({ field: "phone", problem: "not_a_phone" });
  if (email === "" && phone === "") problems.push({ field: "email", problem: "unreachable" });
  const guest = {
    ...name,
    email,
    phone,
    country: readCountry(cell("country")),
    language: readLanguage(cell("language")) ?? standard,
  };
  return { guest, problems };
}
