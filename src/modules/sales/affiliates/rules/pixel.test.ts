import { expect, test } from "vitest";
import { isTold } from "#src/modules/sales/affiliates/rules/pixel.ts";

test.each([
  ["/", true],
  ["/es", true],
  ["/es/crawls/ronda-centro", true],
  ["/bookings-explained", true],
  ["/booking-confirmation/7d0", false],
  ["/es/booking-confirmation/7d0", false],
  ["/rating/7d0", false],
  ["/es/shifts/7d0", false],
  ["/checkout", false],
  ["/partner/7d0", false],
  ["/es/desk/bind/7d0", false],
  ["/es/partner/7d0", false],
  ["/es/bookings", false],
  ["/admin/affiliates", false],
  ["/preview/home", false],
  ["/es/preview/home", false],
])("the view of %s is told: %s", (path, expected) => expect(isTold(path)).toBe(expected));
