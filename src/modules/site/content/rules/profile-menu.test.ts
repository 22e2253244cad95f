import { expect, test } from "vitest";
import { menuFor } from "#src/modules/site/content/rules/profile-menu.ts";

const ALL = ["dashboard", "bookings", "pub-crawls", "gallery", "schedule", "ticket-scanner", "payments"];
test.each([
  ["nobody", null, null, []],
  ["a customer", "customer", null, []],
  ["an unknown role", "owner", null, []],
  ["a guide", "guide", ["cdmx"], ["dashboard", "ticket-scanner"]],
  ["an admin, whom no list limits", "admin", null, ALL],
  ["a manager of every city", "manager", null, ALL],
  ["a manager of one city", "manager", ["cdmx"], ["dashboard", "bookings", "schedule", "ticket-scanner"]],
  ["a bookkeeper of every city", "bookkeeper", null, ["pub-crawls", "schedule", "payments"]],
  ["a bookkeeper of one city", "bookkeeper", ["cdmx"], ["schedule"]],
  ["marketing of one city", "marketing", ["cdmx"], ["schedule"]],
])("%s is offered what they may open", (_, role, cities, pages) => {
  const { own, staff } = menuFor(role === null ? null : { role, cities });
  expect(staff.map(({ path }) => path.replace("/admin/", ""))).toEqual(pages);
  expect(own.map(({ path }) => path)).toEqual(["/profile", "/bookings"]);
});
