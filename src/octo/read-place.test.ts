import { expect, test } from "vitest";
import { coordinatesIn, placesOf } from "#src/octo/read-place.ts";

test.each([
  ["https://www.google.com/maps/place/Bar/@19.4194,-99.1626,17z", 19.4194, -99.1626],
  ["https://maps.google.com/?q=19.4194,-99.1626", 19.4194, -99.1626],
  ["https://www.google.com/maps/search/?api=1&query=19.4194%2C-99.1626", 19.4194, -99.1626],
  ["https://www.google.com/maps/place/X/@1.000,2.000,9z/data=!3d19.4194!4d-99.1626", 19.4194, -99.1626],
  ["https://www.openstreetmap.org/#map=18/19.4194/-99.1626", 19.4194, -99.1626],
])("%s is a place", (link, latitude, longitude) => expect(coordinatesIn(link)).toEqual({ latitude, longitude }));

test.each([
  null,
  "",
  "https://maps.app.goo.gl/abc",
  "https://maps.example/?q=Bar+1,2",
  "https://maps.example/@99.4194,-999.000",
])("%s has no coordinates", (link) => expect(coordinatesIn(link)).toBeNull());

const stop = (name: string, at: string, map: string | null) => ({
  name,
  at,
  map,
  address: "",
  drinks: 1,
  picture: null,
});

test("stops are places from the first to the last, as long as the next one is later", () => {
  const map = "https://maps.example/?q=19.4194,-99.1626";
  const route = [stop("A", "20:00", map), stop("B", "23:30", map), stop("C", "00:15", null), stop("D", "01:00", map)];
  const places = placesOf(route, { city_name: "Mexico City" });
  expect(places.map(({ title, types, minutesAt }) => [title, types, minutesAt])).toEqual([
    ["A", ["START"], 210],
    ["B", ["ITINERARY_ITEM"], 45],
    ["D", ["END"], null],
  ]);
});
