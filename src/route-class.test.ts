import { expect, test } from "vitest";
import { routeClass } from "#src/route-class.ts";

test.each([
  ["/", "page"],
  ["/es/crawls", "page"],
  ["/made-up/address", "page"],
  ["/administer", "page"],
  ["/readyz", "health"],
  ["/api", "api"],
  ["/api/bookings/x", "api"],
  ["/octo/bookings/", "api"],
  ["/webhooks/stripe", "webhook"],
  ["/assets/entry-x.js", "file"],
  ["/cards/es-oaxaca.png", "file"],
  ["/sandbox/pay/x", "sandbox"],
  ["/admin", "admin"],
  ["/es/admin/payments.data", "admin"],
  ["/checkout", "checkout"],
  ["/es/booking-confirmation/x/ticket", "checkout"],
  ["/desk/act", "checkout"],
  ["/es/partner/x", "checkout"],
  ["/login.data", "account"],
])("%s is counted as %s", (path, name) => expect(routeClass(path)).toBe(name));
