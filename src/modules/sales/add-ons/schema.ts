import { z } from "zod";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import { amountField, NO_AMOUNT, optionalAmountField } from "#src/locales/amount-field.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { OwnPicture } from "#src/modules/site/content/schema.ts";
import type { SetPrices } from "#src/modules/site/catalog/rules/price.ts";

const line = (max: number) => z.string().overwrite(toOneLine).max(max, "errors.tooLong");
const text = (max: number) => z.string().overwrite(toPlainText).max(max, "errors.tooLong");
const orNull = (typed: string): string | null => typed || null;
/** An optional whole number; empty is null. */
const wholeOrNone = (least: number, most: number, message: string) =>
  z
    .string()
    .overwrite(toOneLine)
    .regex(/^\d{0,7}$/, message)
    .transform((typed) => (typed === "" ? null : Number(typed)))
    .refine((number) => number === null || (number >= least && number <= most), message);

const atLeastOne = (amount: number | null) => amount === null || amount > 0;
const price = (currency: Currency) => [`price_${currency}`, optionalAmountField.refine(atLeastOne, NO_AMOUNT)] as const;
type PriceField = `price_${Currency}`;
const PRICE_FIELDS = CURRENCIES.map((currency): PriceField => `price_${currency}`);

/** The most pieces of an add-on that a booking may be allowed; a constraint of the table has the last word. */
export const MOST_PIECES = 50;

/** An add-on's form. */
export const AddOnFields = z
  .object({
    name: line(80).min(1, "add-ons-admin.error.name"),
    name_es: line(80),
    description: text(300),
    description_es: text(300),
    scope: z
      .string()
      .regex(/^(|city:[a-z0-9-]{1,60}|crawl:[0-9a-f-]{36})$/, "add-ons-admin.error.scope")
      .refine((scope) => !scope.startsWith("crawl:") || isUuid(scope.slice(6)), "add-ons-admin.error.scope"),
    only_on: z
      .string()
      .overwrite(toOneLine)
      .refine((typed) => typed === "" || z.iso.date().safeParse(typed).success, "add-ons-admin.error.onlyOn")
      .transform(orNull),
    price: amountField.refine(atLeastOne, NO_AMOUNT),
    currency: z.enum(CURRENCIES),
    ...(Object.fromEntries(CURRENCIES.map(price)) as Record<PriceField, ReturnType<typeof price>[1]>),
    most: wholeOrNone(1, MOST_PIECES, "add-ons-admin.error.most"),
    stock: wholeOrNone(0, 1_000_000, "add-ons-admin.error.stock"),
    stock_per: z.enum(["night", "all"]),
    picture: z
      .union([OwnPicture, z.literal("")], "content-admin.error.picture")
      .default("")
      .transform(orNull),
  })
  .transform(({ scope, stock_per, name_es, description_es, ...rest }) => {
    const set = Object.entries(rest).filter(
      ([field, amount]) => field.startsWith("price_") && field !== `price_${rest.currency}` && amount !== null,
    );
    // the currency of the price has none of its own; in the order in which the database gives them back
    const prices: SetPrices = Object.fromEntries(
      set.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([field, amount]) => [field.slice(6), amount]),
    );
    return {
      name: rest.name,
      name_es: orNull(name_es),
      description: rest.description,
      description_es: orNull(description_es),
      city_id: scope.startsWith("city:") ? scope.slice(5) : null,
      crawl_id: scope.startsWith("crawl:") ? scope.slice(6) : null,
      only_on: rest.only_on,
      price: rest.price,
      currency: rest.currency,
      prices,
      most: rest.most,
      stock: rest.stock,
      stock_per_night: stock_per === "night",
      picture: rest.picture,
    };
  });
export type AddOnFields = z.infer<typeof AddOnFields>;

/** The fields of the form in the order of the page. */
export const ADD_ON_FIELDS = [
  "name",
  "name_es",
  "description",
  "description_es",
  "scope",
  "only_on",
  "price",
  "currency",
  ...PRICE_FIELDS,
  "most",
  "stock",
  "stock_per",
  "picture",
] as const;

/** What the form shows, as typed. */
export type AddOnFormValues = Readonly<Record<(typeof ADD_ON_FIELDS)[number], string>>;

/** An add-on as the list shows it. */
export type ListedAddOn = {
  id: string;
  name: string;
  picture: string | null;
  /** Where it is offered: a city or a crawl by name; null for everywhere. */
  where: string | null;
  /** The only date on which it is, YYYY-MM-DD; null for any. */
  onlyOn: string | null;
  price: { amount: number; currency: Currency };
  stock: number | null;
  stockPerNight: boolean;
  most: number | null;
  isActive: boolean;
  /** How many confirmed bookings have. */
  sold: number;
};

/** Where an add-on may be offered. */
export type ScopeChoices = {
  cities: readonly { id: string; name: string }[];
  crawls: readonly { id: string; name: string }[];
};
