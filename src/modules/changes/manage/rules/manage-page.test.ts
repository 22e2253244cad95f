import { expect, test } from "vitest";
import {
  changeAskedFor,
  manageAddress,
  namesIn,
  screenOf,
  shownChange,
} from "#src/modules/changes/manage/rules/manage-page.ts";

const ID = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";
const query = (text: string) => new URLSearchParams(text);

test.each([
  ["", "parts"],
  ["do=names", "names"],
  ["do=cancel&to=1", "cancel"],
  ["do=parts", "parts"],
  ["do=toString", "parts"],
])("?%s shows %s", (text, screen) => expect(screenOf(query(text))).toBe(screen));

test.each([
  [`do=date&to=${ID}`, { kind: "date", departure_id: ID }],
  [`do=date&to=${ID.toUpperCase()}`, { kind: "date", departure_id: ID }],
  ["do=date&to=tomorrow", null],
  ["do=date", null],
  [`to=${ID}`, null],
  ["do=add&people=2", { kind: "add", names: ["", ""] }],
  ["do=add&people=0", null],
  ["do=add&people=-1", null],
  ["do=add&people=1e3", null],
  ["do=add&people=100", null],
  ["do=remove&guest=2&guest=3", { kind: "remove", positions: [2, 3] }],
  ["do=remove&guest=2&guest=2", { kind: "remove", positions: [2] }],
  ["do=remove&guest=2&guest=x", null],
  ["do=remove", null],
  [`do=add_ons&add_on:${ID}=2`, { kind: "add_ons", add_ons: [{ id: ID, quantity: 2 }] }],
  [`do=add_ons&add_on:${ID}=0`, { kind: "add_ons", add_ons: [{ id: ID, quantity: 0 }] }],
  [`do=add_ons&add_on:${ID}=-1`, null],
  [`do=add_ons&add_on:shirt=1`, null],
  ["do=add_ons", null],
  ["do=cancel&guest=1", null],
])("?%s asks for %o", (text, change) => expect(changeAskedFor(query(text))).toEqual(change));

test("of more add-ons than a booking may have, only what is wanted is asked for", () => {
  const none = Array.from({ length: 60 }, (_, n) => `add_on:${n}=0`).join("&");
  const wish = changeAskedFor(query(`do=add_ons&${none}&add_on:${ID}=2`));
  expect(wish).toEqual({ kind: "add_ons", add_ons: [{ id: ID, quantity: 2 }] });
});

test("a screen's address carries the token, if there is one", () => {
  expect(manageAddress({ path: "/m", token: null })).toBe("/m");
  expect(manageAddress({ path: "/m", token: "a b" }, { do: "date" })).toBe("/m?do=date&token=a+b");
  expect(manageAddress({ path: "/m", token: "t" })).toBe("/m?token=t");
});

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

test("what was shown is read as numbers, and nonsense as none", () => {
  expect(shownChange(form({ version: "3", difference: "-8000", currency: "MXN" }))).toEqual({
    version: 3,
    difference_minor: -8000,
    currency: "MXN",
  });
  expect(shownChange(form({ version: "3.5", difference: "" }))).toEqual({
    version: Number.NaN,
    difference_minor: Number.NaN,
    currency: "",
  });
});

test("names are read by their number; other fields are none", () => {
  expect(namesIn(form({ "name-1": "Ana", "name-3": "", "name-x": "B", key: "k", "name-12345": "C" }))).toEqual([
    { position: 1, name: "Ana" },
    { position: 3, name: "" },
  ]);
});
