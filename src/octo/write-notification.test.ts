import { expect, test } from "vitest";
import { TOPICS } from "#src/modules/programs/webhooks/rules/topics.ts";
import { namesOf, notificationOf, topicsFrom } from "#src/octo/write-notification.ts";

test.each([
  ...TOPICS.bookings.types.map(
    (type) => [type, { id: "b", uuid: "u", status: "confirmed" }, "BOOKING_UPDATE", { uuid: "u" }] as const,
  ),
  [
    "availability.changed",
    { id: "n", crawl_id: "c", date: "2026-12-01", status: "scheduled" },
    "AVAILABILITY_UPDATE",
    { productId: "c", localDateStart: "2026-12-01", localDateEnd: "2026-12-01" },
  ],
  ["crawl.changed", { id: "c", is_active: true }, "PRODUCT_UPDATE", { productId: "c" }],
] as const)("%s is told by the keys to ask again", (type, data, notificationType, keys) =>
  expect(notificationOf({ type, data })).toEqual({ notificationType, data: keys }),
);

test.each(["webhook.test", "night.cancelled", "statement.ready"])("%s is no notification", (type) =>
  expect(() => notificationOf({ type, data: {} })).toThrow(type),
);

test("what is subscribed to is called by OCTO's names and back", () => {
  expect(topicsFrom(["BOOKING_UPDATE", "PRODUCT_UPDATE"])).toEqual(["bookings", "crawls"]);
  expect(namesOf(["bookings", "crawls"])).toEqual(["PRODUCT_UPDATE", "BOOKING_UPDATE"]);
});
