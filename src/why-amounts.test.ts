import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// Every amount on a screen has a "why?" or a reason to have none (docs/decisions/205). An amount that is added without either changes a
// number here: give it a `Why` (guests) or `WhyAmount` (staff), or name the reason.

/** Why an amount has no "why?" of its own. */
const REASONS = {
  why: "the amounts of the file have one, or make up the one that has",
  list: "a row of a list: the page of its record has it",
  beside: "an amount that the same page explains or adds up, said again: in a sentence, a button or a preview",
  public: "the price of a night before one is chosen: its checkout has it",
  set: "somebody types or sets it: no rule computes it",
  fact: "reported by a company, the books, a file or a count, and shown as it came",
  own: "the partner's page, which had its own before",
};

/** Files that show amounts: how often they write one, how many of those have a "why?", and the reason of the rest. */
const AMOUNTS = `
  admin/add-ons-dialog                    2  0  beside
  admin/add-ons-page                      1  0  list
  admin/ad-events                         1  0  list
  admin/booking-panel                     1  0  beside
  admin/books                             1  0  fact
  admin/bulk-edit                         5  0  set
  admin/cancel-board                      1  0  list
  admin/cancel-bookings                   5  0  list
  admin/cancel-departures-page            3  0  beside
  admin/cancel-dialog                     9  1  why
  admin/cancel-preview                    2  0  beside
  admin/compared-days                     2  0  fact
  admin/count-form                        3  0  beside
  admin/coupon-columns                    2  0  list
  admin/coupon-form                       2  0  set
  admin/coupon-uses                       1  0  list
  admin/credit-field                      1  0  beside
  admin/crawl-list                        2  0  list
  admin/customer-columns                  1  0  list
  admin/customer-panel                    1  0  list
  admin/dashboard-page                    2  2  why
  admin/date-dialog                       1  0  beside
  admin/decisions                         4  0  list
  admin/departure-list                    1  0  list
  admin/difference-choice                 4  1  why
  admin/done-import                       1  0  fact
  admin/door-sale                         7  1  why
  admin/draft-import                      3  0  fact
  admin/earnings-page                     8  1  why
  admin/edit-form                         1  0  set
  admin/findings                          2  0  fact
  admin/folded-parties                    1  0  list
  admin/gift-card-panel                   4  0  fact
  admin/gift-cards-page                   4  0  list
  admin/group-panel                       3  0  set
  admin/guides-page                       1  1  why
  admin/history-list                      1  0  list
  admin/invoices-page                     1  0  list
  admin/ledger-lines                      1  0  fact
  admin/list-table                        2  0  list
  admin/money-entry                       1  0  fact
  admin/money-lines                       8  2  why
  admin/money-list                        1  0  list
  admin/month-nights                      1  0  list
  admin/move-bookings-page                3  0  list
  admin/needs-you                         1  0  list
  admin/new-booking-page                  6  1  why
  admin/new-departures                    1  0  set
  admin/night-list                        1  0  list
  admin/office-cash-page                  3  1  list
  admin/offline-sheets                   10  0  fact
  admin/other-charts                      7  0  list
  admin/own-till                          3  0  beside
  admin/paid-to-bar                       1  0  list
  admin/partner-form                      3  0  set
  admin/partner-funnel                    1  0  list
  admin/partner-list                      1  0  list
  admin/partners                          1  0  list
  admin/party-row                         1  0  list
  admin/people-dialog                     1  0  beside
  admin/preview-figures                   6  1  why
  admin/rate-row                          1  0  set
  admin/receipt-list                      7  0  list
  admin/refund-dialog                     6  1  why
  admin/refused-sales                     1  0  list
  admin/request-panel                     8  0  fact
  admin/rule-columns                      3  0  list
  admin/rule-form                         4  0  set
  admin/sale-fields                       2  0  set
  admin/sale-result                       3  0  fact
  admin/sales-chart                       1  1  why
  admin/seats-panel                       1  0  list
  admin/sell-without-line                 3  0  fact
  admin/settlement                        1  1  why
  admin/side-panels                       1  2  why
  admin/statement-panel                   5  1  why
  admin/statements-page                   6  0  list
  admin/take-dialog                       1  1  why
  admin/terms-form                        3  0  set
  admin/till-figures                      4  3  why
  admin/tills-page                        1  0  beside
  admin/tonight-panel                     2  0  list
  admin/undone-refunds                    2  0  list
  admin/waiting-panel                     1  0  list
  components/add-on-choice                1  0  beside
  components/booked-departure             1  0  list
  components/booking-state                2  0  list
  components/by-hand                      1  0  beside
  components/campaign-page                1  0  public
  components/change-quote                 5  1  why
  components/choice-announcer             1  0  public
  components/confirmed                    1  0  beside
  components/crawl-card                   2  0  public
  components/crawl-choice                 1  0  public
  components/credit-cards                 3  1  why
  components/credit-entry                 1  0  beside
  components/date-choice                  2  0  public
  components/day-tile                     2  0  public
  components/departure-details            8  0  public
  components/details-step                 1  0  beside
  components/gift-card-balance-page       3  0  beside
  components/gift-card-page               2  0  set
  components/gift-cards-page              4  0  set
  components/group-quote-page             2  0  set
  components/invoice-form                 1  0  fact
  components/manage-parts                 1  0  beside
  components/next-nights                  1  0  public
  components/night-list                   1  0  public
  components/night-strip                  1  0  public
  components/open-change-sheet            1  0  beside
  components/order-summary               19  3  why
  components/outcome                      4  0  fact
  components/own-entries                  1  0  list
  components/own-figures                  4  0  beside
  components/partner-bookings             7  0  own
  components/partner-month                1  0  own
  components/partner-statements           9  0  own
  components/pay-step                     2  0  beside
  components/payment-sheet                2  0  fact
  components/phone-bar                    1  0  public
  components/quoted-cancellation          1  1  why
  components/receipt-paper                0  2  why
  components/refunds                      4  1  why
  components/refunds-beside               1  0  list
  components/sale-form                    4  0  beside
  components/sale-view                    3  0  beside
  components/session-result               2  0  fact
  components/table-page                   1  0  public
  components/ticket-sheet                 0  1  why
  components/ticket-stub                  1  0  list
  components/unseated-choice              6  0  beside
  public/gift-cards                       3  0  set
  sales/gift-cards                        3  0  set
`;

const WRITES = /\b(?:formatMoney|formatPesos|displayedPrice|saidSums|inAll|inWords|money|pesos)\(/g;
const WHYS = /<(?:Why|WhyAmount)\b/g;
/** The part itself. */
const PARTS = ["ui/why", "admin/why-amount"];

/** A file's folder and name: where its module stands doesn't matter. */
const keyOf = (file: string) => path.join(path.basename(path.dirname(file)), path.basename(file, ".tsx"));
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const found = fs
  .globSync("src/**/*.tsx", { exclude: (name) => name.endsWith(".test.tsx") })
  .map((file) => ({ key: keyOf(file), text: fs.readFileSync(file, "utf8") }))
  .filter(({ key }) => !PARTS.includes(key))
  .map(({ key, text }) => ({ key, amounts: count(text, WRITES), whys: count(text, WHYS) }))
  .filter(({ amounts, whys }) => amounts + whys > 0);

const listed = AMOUNTS.trim()
  .split("\n")
  .map((line) => {
    const [key, amounts, whys, reason] = line.trim().split(/\s+/) as [string, string, string, keyof typeof REASONS];
    return { key, amounts: Number(amounts), whys: Number(whys), reason };
  });

test("every amount on a screen has a why, or a reason to have none", () => {
  const expected = listed.map(({ key, amounts, whys }) => ({ key, amounts, whys }));
  expect(found.toSorted((a, b) => a.key.localeCompare(b.key))).toEqual(
    expected.toSorted((a, b) => a.key.localeCompare(b.key)),
  );
});

test("every reason is one of those that are written down, and names no file twice", () => {
  expect(listed.filter(({ reason }) => !Object.hasOwn(REASONS, reason))).toEqual([]);
  expect(new Set(listed.map(({ key }) => key)).size).toBe(listed.length);
  // a file without any why can't be said to have them
  expect(listed.filter(({ whys, reason }) => (reason === "why") !== whys > 0 && reason === "why")).toEqual([]);
});
