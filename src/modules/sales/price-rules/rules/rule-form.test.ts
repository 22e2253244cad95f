import { expect, test } from "vitest";
import {
  fieldErrorsOf,
  formValuesOf,
  NEW_RULE,
  readFormValues,
  type RuleFormValues,
  ruleOfForm,
} from "#src/modules/sales/price-rules/rules/rule-form.ts";

const good: RuleFormValues = { ...NEW_RULE, name: "Groups", name_es: "Grupos", value: "15" };

test.each<[string, Partial<RuleFormValues>, string[]]>([
  ["nothing but names and a percentage", {}, []],
  ["no names", { name: "", name_es: "x".repeat(61) }, ["name", "name_es"]],
  ["no percentage", { value: "0" }, ["value"]],
  ["more than all", { value: "101" }, ["value"]],
  ["a part of a percent", { value: "12.5" }, ["value"]],
  ["an amount", { effect: "amount", value: "50.50", currency: "MXN" }, []],
  ["an amount of nothing, of no currency", { effect: "amount", value: "0" }, ["value", "currency"]],
  ["another effect", { effect: "double" }, ["effect"]],
  ["sizes that run backward", { people_from: "8", people_to: "7" }, ["people_to"]],
  ["days that run backward", { days_from: "3", days_to: "2" }, ["days_to"]],
  ["dates that run backward", { date_from: "2026-12-02", date_to: "2026-12-01" }, ["date_to"]],
  ["one day", { date_from: "2026-12-01", date_to: "2026-12-01", days_from: "0", days_to: "0" }, []],
  ["no numbers", { people_from: "a", places_left: "0", position: "-1" }, ["people_from", "places_left", "position"]],
  ["no days", { date_from: "2026-02-30", weekdays: "8" }, ["weekdays", "date_from"]],
  ["no place", { place: "moon:1" }, ["place"]],
])("a form with %s", (_, over, fields) =>
  expect(fieldErrorsOf({ ...good, ...over }).map(([field]) => field)).toEqual(fields),
);

test("what is stored comes back into the form as it was", () => {
  const full: RuleFormValues = {
    ...good,
    effect: "amount",
    value: "50.50",
    currency: "USD",
    people_from: "8",
    people_to: "20",
    days_from: "0",
    days_to: "30",
    weekdays: "146",
    date_from: "2026-12-01",
    date_to: "2026-12-31",
    places_left: "5",
    place: "city:oaxaca",
    position: "3",
    with_codes: false,
    is_active: false,
  };
  expect(formValuesOf(ruleOfForm(full))).toEqual(full);
  expect(formValuesOf(ruleOfForm(good))).toEqual(good);
});

test("weekdays are posted one by one, and switches only where they are on", () => {
  const form = new FormData();
  for (const day of ["6", "1"]) form.append("weekdays", day);
  form.set("with_codes", "on");
  const read = readFormValues(form);
  expect(read).toMatchObject({ weekdays: "61", with_codes: true, is_active: false, name: "" });
  expect(ruleOfForm({ ...good, ...read, value: "15" }).weekdays).toEqual([1, 6]);
});
