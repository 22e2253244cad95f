/** An event for a guest's calendar. `uid` is the same for the same booking, so that a second file replaces the first entry. */
export type CalendarEvent = {
  uid: string;
  stamp: Date;
  starts: Date;
  ends: Date;
  /** IANA name of the city's zone */
  zone: string;
  title: string;
  place: string;
  text: string;
  url: string;
  /** `tentative`: it isn't agreed yet. `cancelled`: it was to take place, and doesn't. */
  status?: "confirmed" | "tentative" | "cancelled";
  /** Grows with every change: a calendar takes no entry with a lower one than it has. */
  sequence: number;
  /** Whether it is only offered to who reads it: it neither reminds them two hours before nor takes their time. */
  isOffered?: boolean;
};

// written by hand: the usual package labels UTC times with the city's zone, and needs further packages for zones

/** An iCalendar file (RFC 5545) with one event in the city's local time and that zone's rules. */
export const writeCalendar = (event: CalendarEvent): string => written([event], []);

/**
 * One with several events, in the zones of their cities, for a calendar that is subscribed to under a name. `around`: the zone and
 * time that it has while there are no events, since a calendar needs a part.
 */
export const writeCalendarFeed = (events: readonly CalendarEvent[], name: string, around?: Around): string =>
  written(
    events,
    [`X-WR-CALNAME:${escaped(name)}`, "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"],
    around,
  );

type Around = Pick<CalendarEvent, "zone" | "starts" | "ends">;

function written(events: readonly CalendarEvent[], head: readonly string[], around?: Around): string {
  const parts = events.length > 0 || !around ? events : [around];
  const zones = [...Map.groupBy<string, Around>(parts, ({ zone }) => zone)];
  const edge = (of: readonly Around[], which: "starts" | "ends", least: boolean) =>
    new Date(Math[least ? "min" : "max"](...of.map((event) => +event[which])));
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Ronda//Tickets//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...head,
    ...zones.flatMap(([zone, of]) => timeZone(zone, edge(of, "starts", true), edge(of, "ends", false))),
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

function eventLines(event: CalendarEvent): string[] {
  const { zone, status = "confirmed", sequence, isOffered = false } = event;
  const isOn = status !== "cancelled";
  return [
    "BEGIN:VEVENT",
    `UID:${event.uid}`,
    `DTSTAMP:${utc(event.stamp)}`,
    `DTSTART;TZID=${zone}:${local(event.starts, zone)}`,
    `DTEND;TZID=${zone}:${local(event.ends, zone)}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.place)}`,
    `DESCRIPTION:${escaped(event.text)}`,
    `URL:${event.url}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${status.toUpperCase()}`,
    `TRANSP:${isOn && !isOffered ? "OPAQUE" : "TRANSPARENT"}`,
    ...(isOn && !isOffered ? alarm(event.title) : []),
    "END:VEVENT",
  ];
}

const alarm = (title: string) => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "TRIGGER:-PT2H",
  `DESCRIPTION:${escaped(title)}`,
  "END:VALARM",
];

const zoned = (instant: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(zone);
const digits = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "");
const local = (instant: Date, zone: string) => digits(zoned(instant, zone).toPlainDateTime());
const utc = (instant: Date) => `${local(instant, "UTC")}Z`;

/** The zone's offset at the event, and each clock change during it (most of Mexico has had none since 2022). */
function timeZone(zone: string, starts: Date, ends: Date): string[] {
  const first = zoned(starts, zone).getTimeZoneTransition("previous");
  const observances = [first ? observance(first) : fixed(zoned(starts, zone))];
  let next = zoned(starts, zone).getTimeZoneTransition("next");
  while (next && next.epochMilliseconds <= +ends) {
    observances.push(observance(next));
    next = next.getTimeZoneTransition("next");
  }
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...observances.flat(), "END:VTIMEZONE"];
}

/** One clock change: its local time is written in the offset before it. */
function observance(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 });
  const onset = digits(change.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime());
  const name = change.offsetNanoseconds > before.offsetNanoseconds ? "DAYLIGHT" : "STANDARD";
  return component(name, onset, before.offset, change.offset);
}
const fixed = ({ offset }: Temporal.ZonedDateTime) => component("STANDARD", "19700101T000000", offset, offset);

const component = (name: string, onset: string, from: string, to: string) => [
  `BEGIN:${name}`,
  `DTSTART:${onset}`,
  `TZOFFSETFROM:${from.replace(":", "")}`,
  `TZOFFSETTO:${to.replace(":", "")}`,
  `END:${name}`,
];

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** Folds lines to at most 75 octets, never inside a character. */
function folded(line: string): string {
  let folds = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      folds += "\r\n ";
      octets = 1;
    }
    folds += character;
    octets += size;
  }
  return folds;
}
