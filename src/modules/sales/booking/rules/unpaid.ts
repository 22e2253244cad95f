import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";
import { phoneDigits } from "#src/kernel/tel-link.ts";

/**
 * Who keeps unpaid places, as keyed hashes; null where unknown. `home` is an IPv6 /64, `network` a /48 or an IPv4 /24; `domain` is
 * their own mail domain, known only of guests who have shown that they read their email: anybody can type anybody's.
 */
export type Identities = Record<"network" | "home" | "email" | "phone" | "domain", string | null>;

/** Whose cap can be met. Those of a guest's own browser and mailbox are theirs alone, the others are shared. */
export type CapOf = keyof Identities | "browser";

/**
 * Why a guest is asked for a code, or refused: unpaid places pile up, when they book (`pressure`) or want to keep what they booked
 * (`keeping`), or a cap is met that they share with others.
 */
export type Because = "pressure" | "keeping" | "network" | "phone" | "domain";

/** The reason that a met cap gives; null for a cap of the guest alone. */
export const becauseOf = (cap: CapOf): Exclude<Because, "pressure" | "keeping"> | null =>
  cap === "browser" || cap === "email" ? null : cap === "home" ? "network" : cap;

/** Most live unpaid places per identity and per network on one departure, and unpaid uses of a limited coupon; 0 is no cap, but they count. */
export type Caps = Record<CapOf | "night" | "uses" | "network_uses", number>;

/** A cap that nobody reaches. */
export const NO_LIMIT = 1_000_000;

/** For whoever sells to others: what they hold counts as their guests', and their own unpaid places are counted elsewhere. */
export const NO_CAPS: Caps = {
  network: 0,
  home: 0,
  browser: 0,
  email: 0,
  phone: 0,
  domain: 0,
  night: NO_LIMIT,
  uses: NO_LIMIT,
  network_uses: NO_LIMIT,
};

/**
 * Most people for whom one seller's sales hold places while nobody has paid: a person at the door, or a partner's desks together.
 * Three of the largest bookings and what one network may hold, both by default (`max_people`, `unpaid_per_network`): a hostel's desk
 * holds no more than its guests could on their own phones (docs/decisions/178).
 */
export const MOST_UNPAID_OF_SELLER = 60;

/** How many times as often guests of one network may use a limited coupon who have shown that they read their email. */
const PROVEN_TIMES = 3;

/** The caps for a booking of a departure with `seats`. One whole booking always fits. */
export function capsOf({ unpaid, maxPeople }: Pick<AppSettings, "unpaid" | "maxPeople">, seats: number): Caps {
  const places = (cap: number) => (cap === 0 ? 0 : Math.max(cap, maxPeople));
  const share = unpaid.nightShare === 0 ? NO_LIMIT : Math.floor((seats * unpaid.nightShare) / 100);
  return {
    network: places(unpaid.network),
    home: places(unpaid.home),
    browser: places(unpaid.browser),
    email: places(unpaid.email),
    phone: places(unpaid.phone),
    domain: places(unpaid.domain),
    night: Math.max(share, maxPeople),
    uses: unpaid.couponUses || NO_LIMIT,
    network_uses: unpaid.networkCouponUses || NO_LIMIT,
  };
}

/**
 * The caps for guests who have shown that they read their email, where those that they share with others are met: the others can't
 * keep them from booking, but a network and a mail domain still have an end.
 */
export const capsBeyond = (caps: Caps, { unpaid, maxPeople }: Pick<AppSettings, "unpaid" | "maxPeople">): Caps => ({
  ...caps,
  network: unpaid.provenNetwork === 0 ? 0 : Math.max(unpaid.provenNetwork, caps.network, maxPeople),
  home: 0,
  phone: 0,
  night: NO_LIMIT,
  network_uses: caps.network_uses * PROVEN_TIMES,
});

/** A phone number's last ten digits: with or without its country's code it counts as one. */
export const lineOf = (phone: string): string => phoneDigits(phone).slice(-10);

/** Unpaid and paid places, or how many networks keep some of each. */
export type Tally = { unpaid: number; paid: number };

/** Places that were taken within the last five minutes and aren't paid yet. */
type Young = {
  places: number;
  /** all networks that keep only unpaid places, young or not */
  networks: ReadonlySet<string>;
};

/**
 * What was taken lately: places of the whole site and by departure, how many networks keep only unpaid ones and how many paid, of both
 * without the young; `coming`, the places of all nights that are on sale for the next two weeks; and whether a crowd kept places
 * within half a day (`afterCrowd`).
 */
export type Recent = {
  all: Tally;
  networks: Tally;
  young: Young;
  nights: Map<string, Tally>;
  coming: number;
  afterCrowd: boolean;
};

/** After a crowd another one is noticed at this part of what it takes else: it may come from networks that nobody knows yet. */
const AFTER_CROWD = 1 / 4;

/** Where unpaid places pile up: everywhere, or on these departures. `tally`: those of the whole site, or of the worst of them. */
export type Pressure = { tally: Tally; everywhere: boolean; departures: readonly string[] };

/** Whether unpaid places far exceed paid ones: from `least` on, and by the operator's ratio. */
const isPressed = (tally: Tally, least: number, { alarmPlaces, alarmRatio }: AppSettings["unpaid"]): boolean =>
  alarmPlaces > 0 && tally.unpaid >= least && tally.unpaid > tally.paid * alarmRatio;

type Alarm = Pick<AppSettings, "unpaid" | "maxPeople">;

/**
 * Whether unpaid places pile up on the whole site: a share of the coming nights' places, kept by a crowd. A few networks are none,
 * however many they book: their caps are for them.
 */
export function sitePressed(
  { all, networks, coming, afterCrowd }: Pick<Recent, "all" | "networks" | "coming" | "afterCrowd">,
  { unpaid }: Alarm,
): boolean {
  const isCrowd = networks.unpaid >= unpaid.alarmNetworks && networks.unpaid > networks.paid;
  const least = Math.max(unpaid.alarmPlaces, Math.floor((coming * unpaid.alarmShare) / 100));
  return isCrowd && isPressed(all, Math.ceil(afterCrowd ? least * AFTER_CROWD : least), unpaid);
}

/**
 * Whether they do already with those that are only minutes old and those that are being taken (`taking`). A rush for one night is
 * nothing of the kind, unless that night is a third of what is on sale.
 */
export function siteRushed(
  { all, networks, young, coming, afterCrowd }: Omit<Recent, "nights">,
  taking: readonly { network: string; people: number }[],
  settings: Alarm,
): boolean {
  const unpaid = taking.reduce((sum, { people }) => sum + people, all.unpaid + young.places);
  const crowd = young.networks.union(new Set(taking.map(({ network }) => network)));
  const pressure = { all: { ...all, unpaid }, networks: { ...networks, unpaid: crowd.size } };
  return sitePressed({ ...pressure, coming, afterCrowd }, settings);
}

/** Whether unpaid places pile up on one departure of `seats`, whoever keeps them. */
export const nightPressed = (tally: Tally, seats: number, settings: Alarm): boolean =>
  isPressed(tally, leastOfNight(seats, settings), settings.unpaid);

/** From how many unpaid places on one departure of `seats` can be pressed. */
export const leastOfNight = (seats: number, { unpaid, maxPeople }: Alarm): number =>
  Math.max(maxPeople, Math.floor((seats * (unpaid.nightShare || 100)) / 100));

/** A mailed code is accepted in the window in which it was mailed and in the next one. */
export const CODE_WINDOW_MS = 15 * 60_000;

/** The windows whose codes are accepted now, newest first. */
export function codeWindows(now: Date): [number, number] {
  const current = Math.floor(now.getTime() / CODE_WINDOW_MS);
  return [current, current - 1];
}
