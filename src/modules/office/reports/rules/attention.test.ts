import { expect, test } from "vitest";
import { navigationCounts } from "#src/modules/office/reports/rules/attention.ts";

const waits = (count: number) => ({ count, oldest: null });

test("the first page counts all that waits, the others what is done there, and what may not be opened counts nothing", () => {
  const all = {
    guides: waits(128),
    payments: waits(1),
    refunds: waits(2),
    invoices: waits(4096),
    tills: waits(128),
    sales: waits(256),
    desks: waits(512),
    entries: waits(100),
    emails: waits(4),
    addresses: waits(8192),
    messages: waits(8),
    reviews: waits(16),
    unpaid: waits(32),
    doubts: waits(2048),
    questions: waits(1024),
    webhooks: waits(16_384),
    // refunds and emails are found by the page of the system's health too
    health: { ...waits(66), elsewhere: 2 },
  };
  expect(navigationCounts(all)).toEqual({
    overview: 32_995,
    guides: 128,
    payments: 3,
    invoices: 4096,
    tills: 128,
    doorAlerts: 356,
    desks: 512,
    emails: 8196,
    messages: 8,
    reviews: 16,
    bookings: 2080,
    affiliates: 1024,
    webhooks: 16_384,
    health: 66,
  });
  const guide = {
    guides: null,
    payments: null,
    refunds: null,
    invoices: null,
    tills: null,
    sales: null,
    desks: null,
    entries: null,
    emails: null,
    addresses: null,
    messages: null,
    reviews: null,
    unpaid: null,
    doubts: null,
    questions: null,
    webhooks: null,
    health: null,
  };
  expect(navigationCounts(guide)).toEqual({
    overview: 0,
    guides: 0,
    payments: 0,
    invoices: 0,
    tills: 0,
    doorAlerts: 0,
    desks: 0,
    bookings: 0,
    affiliates: 0,
    webhooks: 0,
    emails: 0,
    messages: 0,
    reviews: 0,
    health: 0,
  });
});
