import { expect, test } from "vitest";
import { parseAppSettings } from "#src/modules/settings/rules.ts";

test("nothing stored gives the defaults of the specification", () => {
  const settings = parseAppSettings([]);
  expect(settings.branding.primary_color).toBe("#dc1846");
  expect(settings.availability).toEqual({
    hideAllSpots: false,
    hideTotalSpots: false,
    showLimited: true,
    limitedThreshold: 50,
  });
  expect(settings.holdMinutes).toBe(31);
});

test.each([
  ["hide_all_spots_info", "true", "hideAllSpots", true],
  ["hide_all_spots_info", "1", "hideAllSpots", false],
  ["hide_total_spots_globally", "true", "hideTotalSpots", true],
  ["show_limited_availability", "false", "showLimited", false],
  ["show_limited_availability", "no", "showLimited", true],
  ["limited_availability_threshold", "30", "limitedThreshold", 30],
  ["limited_availability_threshold", "many", "limitedThreshold", 50],
] as const)("%s = %s makes %s %s", (key, value, name, expected) => {
  expect(parseAppSettings([{ key, value }]).availability[name]).toBe(expected);
});

test("a colour that is no colour never reaches a page", () => {
  const value = "red}</style><script>";
  expect(parseAppSettings([{ key: "primary_color", value }]).branding.primary_color).toBe("#dc1846");
});

test.each([
  ["123456789012345", "123456789012345"],
  ["123'); alert(1", null],
  ["", null],
  ["12", null],
])("the pixel id %s is taken as %s", (value, id) =>
  expect(parseAppSettings([{ key: "fb_pixel_id", value }]).fbPixelId).toBe(id),
);
