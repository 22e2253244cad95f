import type { DoorGuest, DoorList, Entry } from "#src/modules/evening/door/schema.ts";

type Departure = DoorList["departures"][number];

/** Who came in on another phone, half an hour after the door opened. */
export const ENTRY: Entry = {
  event: "e",
  at: "2026-11-21T01:52:00.000Z",
  by: "Ximena",
  device: "Door 2",
  id_seen: false,
};

/** A party of two on a phone's list, of whom nobody is in. */
export const doorGuest = (over: Partial<DoorGuest> = {}): DoorGuest => ({
  id: "b",
  reference: "RND-7K2M4P",
  name: "Sofía",
  people: 2,
  language: "es",
  note: "",
  state: "confirmed",
  mail: "",
  tickets: [
    { id: "t1", code: "K7M2PQ", name: "Sofía" },
    { id: "t2", code: "X3NF8J", name: "Zoe" },
  ],
  ...over,
});

/** A night of Friday, November 20, 2026, at 20:00 in Mexico City, with two places free and nobody on it. */
export const doorNight = (over: Partial<Departure> = {}): Departure => ({
  id: "here",
  title: "Roma",
  city: "CDMX",
  date: "2026-11-20",
  start: "20:00",
  starts_at: "2026-11-21T02:00:00.000Z",
  ends_at: "2026-11-21T07:00:00.000Z",
  zone: "America/Mexico_City",
  cancelled: false,
  total: 40,
  free: 2,
  on_sale_until: "2026-11-21T02:00:00.000Z",
  tonight: true,
  guests: [],
  ...over,
});

/** A phone's list of some nights. */
export const doorList = (departures: Departure[], over: Partial<DoorList> = {}): DoorList => ({
  version: "1",
  now: "",
  salt: "",
  keys: {},
  departures,
  ...over,
});
