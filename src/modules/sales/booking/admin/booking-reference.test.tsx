import fs from "node:fs";
import { expect, test } from "vitest";

// Wherever staff see a booking's reference it leads to the booking: by `BookingReference`, or by the row that it stands in.

/** Why a reference is no link of its own there. */
const OTHERWISE: Record<string, string> = {
  "office/booking-admin/admin/booking-panel.tsx": "the booking itself",
  "office/booking-admin/admin/bulk-rows.tsx": "the row leads to it",
  "office/booking-admin/admin/list-table.tsx": "the row leads to it",
  "books/invoices/admin/invoices-page.tsx": "the row leads to the request, which names it with a link",
  "office/night/admin/party-row.tsx": "the row leads to it",
  "books/reconciliation/admin/money-list.tsx": "the row leads to it",
  "evening/reviews/admin/review-columns.tsx": "the row leads to the review, which names it with a link",
};

test("a reference on a page of the admin is a link", () => {
  const files = fs.globSync("src/modules/*/*/admin/*.tsx").filter((file) => !file.endsWith(".test.tsx"));
  const plain = files.filter((file) => {
    // what stands in a link is one
    const text = fs.readFileSync(file, "utf8").replaceAll(/<Link\b[^]*?<\/Link>/g, "");
    return /<span[^>]*>\s*\{[\w.]*\breference\}\s*<\/span>/.test(text);
  });
  const existing = ["sales/booking/admin/booking-reference.tsx", ...Object.keys(OTHERWISE)];
  expect(plain.map((file) => file.replace("src/modules/", "")).toSorted()).toEqual(existing.toSorted());
});
