import { clockIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import type { MessageId, Text } from "#src/locales/i18n.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import type { DoorList } from "#src/modules/evening/door/schema.ts";
import { canPay, partyCount, type Result, stillToCome } from "#src/modules/evening/door/rules/result.ts";
import type { VerdictReason } from "#src/modules/evening/door/rules/verdict.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";

type Departure = DoorList["departures"][number];
export type Line = { icon: string; text: string; mark?: string };
type Saying = {
  t: Text;
  locale: Locale;
  here: Departure | undefined;
  now: number;
  listAt: number | null;
  brand: string;
};

/** Results that aren't what their family's word says. A guest without a valid booking is told why: the night may have places free. */
const OWN_WORDS: Partial<Record<VerdictReason, MessageId>> = {
  unpaid: "door-scanner.word.unpaid",
  lapsed: "door-scanner.word.unpaid",
  cancelled: "door-scanner.word.cancelled",
  refunded: "door-scanner.word.cancelled",
  night_cancelled: "door-scanner.word.cancelled",
  replaced: "door-scanner.word.replaced",
  practice: "door-scanner.word.practice",
  same_night: "door-scanner.word.other_crawl",
  unknown_ticket: "door-scanner.word.unlisted",
  unrecorded: "door-scanner.word.unrecorded",
};

/** The word that is read from two metres. */
export const wordOf = ({ kind, reason }: Result): MessageId =>
  OWN_WORDS[reason] ?? (`door-scanner.word.${kind}` as MessageId);

/** What a result without a party says of itself; of the others there is only that the phone doesn't list them. */
const SELF_EXPLAINED = new Set<VerdictReason>([
  "foreign",
  "cut",
  "other_key",
  "forged",
  "practice",
  "unknown_code",
  "elsewhere",
  "unrecorded",
]);

/** Whether the one ticket is void while its party has places. */
const isOff = (reason: VerdictReason): boolean => reason === "removed" || reason === "replaced";

/** Whom or what a result is about, in one line. */
export function sayWho({ kind, found, reason, night }: Result, { t, brand }: Saying): string {
  if (!found && night) return t("door-scanner.who.elsewhere");
  if (!found)
    return t(`door-scanner.who.${SELF_EXPLAINED.has(reason) ? reason : "unknown_ticket"}` as MessageId, { brand });
  const { guest, ticket } = found;
  if (guest.name === "" && guest.id === "") return t("door-scanner.who.unknown_ticket");
  const isOne = kind === "admitted" || kind === "already_in" || isOff(reason);
  if (isOne) return ticket.name || guest.name;
  return t("door-scanner.party", { name: guest.name, people: guest.people });
}

/** Why, in one sentence; empty where the word says it all. */
export function sayWhy(result: Result, saying: Saying): string {
  const { kind, reason, way, found } = result;
  const { t } = saying;
  if (kind === "admitted" && found) {
    const practice = found.guest.practice ? t("door-scanner.practice") : "";
    return [practice, sayPlace(result, saying)].filter(Boolean).join(" · ");
  }
  if (kind === "admitted") return "";
  const night = nightOf(result, saying.locale);
  if (!found && !night) {
    const { listAt, here } = saying;
    const time = listAt === null ? "" : clockIn(new Date(listAt), here?.zone ?? HOME_ZONE);
    // a code proves nothing by itself, as a signature does
    if (reason === "unknown_ticket" && way === "code") return t("door-scanner.why.unlisted_code", { time });
    return t(`door-scanner.why.${reason}` as MessageId, { time, dated: "no" });
  }
  const entry = found?.ticket.in;
  const until = found?.guest.until;
  const minutes = entry ? Math.max(0, Math.floor((saying.now - Date.parse(entry.at)) / 60_000)) : 0;
  return t(`door-scanner.why.${reason}` as MessageId, {
    day: night ? sayNight(night, saying) : "",
    title: night?.title ?? "",
    start: night?.start ?? "",
    time: entry && found ? clockIn(new Date(entry.at), found.departure.zone) : "",
    minutes,
    until: until ? shortDate(until.slice(0, 10), saying.locale) : "",
    dated: until ? "yes" : "no",
  });
}

type NightWords = Pick<Departure, "title" | "date" | "start">;

/** The night of a result's ticket. The server knows better than a list from before a move. */
function nightOf({ night, found }: Result, locale: Locale): NightWords | undefined {
  return night ? { ...night, title: inLocale(locale, night.title, night.title_es) } : found?.departure;
}

/** The crawl of a ticket, and its city, where they are others than those at whose door it is shown; empty where not. */
function sayElsewhere({ title }: NightWords, found: Result["found"], here: Departure | undefined): string {
  const city = found?.departure.city ?? "";
  const isOther = here !== undefined && city !== "" && city !== here.city;
  return here && title !== here.title
    ? [title, isOther && !title.includes(city) && city].filter(Boolean).join(" · ")
    : isOther
      ? city
      : "";
}

const dayMs = 86_400_000;

/** `tomorrow, Sat, Nov 21, 20:00`, as seen from the door. */
function sayNight({ date, start }: Pick<Departure, "date" | "start">, { t, locale, here }: Saying): string {
  const days = here ? (Date.parse(date) - Date.parse(here.date)) / dayMs : NaN;
  const day = `${shortDate(date, locale)}, ${start}`;
  return days === 1 ? t("door-scanner.tomorrow", { day }) : days === -1 ? t("door-scanner.yesterday", { day }) : day;
}

function sayPlace({ found, events }: Result, { t }: Saying): string {
  if (!found) return "";
  const { guest, ticket } = found;
  const together = Object.keys(events).length;
  const valid = guest.tickets.filter((one) => !one.void);
  if (together > 1) return t("door-scanner.together", { n: together, of: valid.length });
  if (valid.length < 2) return "";
  const n = valid.findIndex(({ id }) => id === ticket.id) + 1;
  return t("door-scanner.place", { n, of: valid.length, name: guest.name.split(" ")[0] ?? "" });
}

const WHY_NOT_MOVED: Partial<Record<string, MessageId>> = {
  offline: "door-scanner.move.offline",
  sold_out: "door-scanner.move.full",
  price_differs: "door-scanner.move.dearer",
  over: "door-scanner.move.over",
};

/** Why a booking isn't moved here, by the server's word. */
export const whyNotMoved = (reason: string): MessageId => WHY_NOT_MOVED[reason] ?? "door-scanner.move.failed";

/** The rows below: what helps to act on it. */
export function sayLines(result: Result, saying: Saying & { online: boolean }): Line[] {
  const { kind, reason, found, refused } = result;
  const { t, here, brand } = saying;
  if (reason === "unrecorded") return [];
  const lines: Line[] = [];
  if (kind === "admitted" && found) {
    const coming = stillToCome(found);
    const valid = found.guest.tickets.filter((one) => !one.void);
    const [next] = coming;
    if (next && coming.length === 1)
      lines.push({
        icon: "party",
        text: next.name
          ? t("door-scanner.line.nameToCome", { name: next.name })
          : t("door-scanner.line.toCome", { n: valid.indexOf(next) + 1 }),
        mark: readableCode(next.code),
      });
    if (coming.length > 1) lines.push({ icon: "party", text: t("door-scanner.line.moreToCome", { n: coming.length }) });
    if (refused.length > 0)
      lines.push({
        icon: "warning",
        text: t("door-scanner.line.refused", {
          names: valid
            .filter(({ id }) => refused.includes(id))
            .map((one) => one.name || t("door-scanner.guestN", { n: valid.indexOf(one) + 1 }))
            .join(", "),
        }),
      });
    if (found.guest.note) lines.push({ icon: "note", text: t("door-scanner.line.note", { note: found.guest.note }) });
  }
  if (kind === "already_in" && found) {
    const { by, device } = found.ticket.in ?? { by: "", device: "" };
    lines.push({
      icon: "phone",
      text: t(device ? "door-scanner.line.byPhone" : "door-scanner.line.by", { by: by || brand, device }),
    });
    const { inside, of } = partyCount(found);
    if (of > 1)
      lines.push({
        icon: "party",
        text: t("door-scanner.line.places", {
          inside,
          of,
          all: inside === of ? "yes" : "no",
          reference: found.guest.reference,
        }),
      });
    lines.push({ icon: "warning", text: t("door-scanner.line.shared") });
  }
  if (kind === "wrong_night" && found && here) {
    if (reason !== "same_night")
      lines.push({
        icon: "calendar",
        text: t("door-scanner.line.free", { n: here.free }),
        mark: t("door-scanner.line.needs", { n: found.guest.people }),
      });
    const { move } = result;
    if (reason === "same_night") lines.push({ icon: "calendar", text: t("door-scanner.line.switch") });
    else if (move === "can") lines.push({ icon: "money", text: t("door-scanner.line.office") });
    else if (move !== "asking" && here.free >= found.guest.people) {
      const silent = saying.online ? "door-scanner.move.office" : "door-scanner.move.noLine";
      lines.push({ icon: "warning", text: t(move === undefined ? silent : whyNotMoved(move)) });
    }
  }
  if (kind === "no_place" && found) {
    const { state } = found.guest;
    const isCalledOff = reason === "night_cancelled" && (state === "cancelled" || state === "refunded");
    lines.push({
      icon: "ticket",
      text: t("door-scanner.line.state", {
        state: t(`door-scanner.state.${isCalledOff ? state : reason}` as MessageId),
      }),
    });
    if (here && !isOff(reason)) lines.push({ icon: "party", text: t("door-scanner.line.left", { n: here.free }) });
    if (canPay(result, here, saying.now)) lines.push({ icon: "call", text: t("door-scanner.line.pays"), mark: "QR" });
    else if (reason === "replaced") lines.push({ icon: "party", text: t("door-scanner.line.replaced") });
    else if (here && here.free > 0 && !isOff(reason))
      lines.push({ icon: "money", text: t("door-scanner.line.sellAnew") });
    else lines.push({ icon: "warning", text: t("door-scanner.line.askOffice") });
  }
  const night = nightOf(result, saying.locale);
  if (night && !found) lines.push({ icon: "calendar", text: night.title });
  else if (night && kind === "wrong_night" && reason !== "same_night") {
    const from = sayElsewhere(night, found, here);
    if (from) lines.unshift({ icon: "calendar", text: from });
  }
  if (kind === "not_genuine" || (kind === "wrong_night" && !found)) {
    lines.push({ icon: "party", text: t("door-scanner.line.ask") });
    if (reason !== "unknown_code" && kind === "not_genuine")
      lines.push({ icon: "shield", text: t("door-scanner.line.saved") });
  }
  return lines;
}
