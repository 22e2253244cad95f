import type { HandWay } from "#src/kernel/pay-method.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** Why a sale that a phone made offline can't be taken now, but can later: it stays on the phone. */
const WAITS = ["till_needed", "till_counted", "busy", "payment_under_way", "provider_unavailable", "server"] as const;

export const waits = (reason: string): boolean => WAITS.some((one) => one === reason);

/** Refusals for good that have words of their own. */
const SAID = [
  "departure_cancelled",
  "device_revoked",
  "device_unknown",
  "departure_not_found",
  "forbidden",
  "not_tonight",
  "price_changed",
  "sold_out",
  "till_counted",
  "till_needed",
  "unreadable",
] as const;

/** Why a sale waits or was refused, in words. */
export const sayReason = (reason: string): MessageId =>
  `till.offline.why.${SAID.find((one) => one === reason) ?? (waits(reason) ? "later" : "other")}`;

type Waiting = Pick<KeptSale, "waits" | "userId">;
const isForTill = ({ waits: why }: Waiting): boolean => why === "till_needed" || why === "till_counted";

/** Whether a sale on a phone waits for the till of whoever has the phone. */
export const waitsForTill = (sale: Waiting, me: string): boolean => sale.userId === me && isForTill(sale);

/** Why a sale on a phone waits, for the phone's current user: somebody else's sale goes into another till than theirs. */
export function sayWait(sale: Waiting, me: string): MessageId | null {
  if (sale.waits === undefined) return null;
  return isForTill(sale) && sale.userId !== me ? "till.offline.why.other_till" : sayReason(sale.waits);
}

/**
 * Whether a sale is offered to the phone's own places: the server is lost, or has too few. The server alone knows what a code pays, and
 * how many add-ons are left: where one is typed or chosen (`hasMore`), or was sent with the sale that had no answer (`isMoreSent`), a
 * phone would take the whole price beside what the code has paid, or sell other things than the server has sold.
 */
export const isForPhone = (sale: {
  isLost: boolean;
  isFull: boolean;
  hasMore: boolean;
  isMoreSent: boolean;
}): boolean => !sale.hasMore && (sale.isLost ? !sale.isMoreSent : sale.isFull);

/**
 * Places of a night that a device may sell: how many it was lent and hasn't handed over, at what price (per person, minor units by
 * currency). `secret` is the device's.
 */
export type Reserve = {
  device: string;
  secret: string;
  departure: string;
  /** until when they can be sold; ISO */
  until: string;
  left: number;
  prices: Readonly<Record<string, number>>;
  /** the smallest step of cash in pesos, in minor units */
  step: number;
  /** the largest party */
  most: number;
};

/** A sale as a phone keeps it until the server has answered: `secret` is that of the device it was made on. */
export type KeptSale = {
  /** the sale's key */
  id: string;
  sale: {
    key: string;
    departure_id: string;
    people: number;
    currency: "MXN";
    /** how it was paid, and its number; none: in cash, by a page of an earlier release */
    way?: HandWay;
    reference?: string;
    /** the price, in minor units; what was received is `cash` */
    expected: number;
    name: string;
    language: "en" | "es";
    id_seen: boolean;
    let_in: boolean;
    sold_at: string;
    ahead_ms: number;
  };
  /** what was received, in minor units: cash in coins */
  cash: number;
  device: string;
  secret: string;
  userId: string;
  /** why the server doesn't take it yet; `device_unknown`: it has forgotten the device, and the same person's next one hands over */
  waits?: string;
};

/** A sale that was refused for good, as its phone tells of it until somebody has understood. */
export type RefusedHere = Pick<KeptSale, "id" | "sale" | "cash" | "userId"> & { refused: string };

/** The outcome of a sale, as its phone receives it. */
export type SaleAnswer = {
  key: string;
  result: "sold" | "refused" | "waits";
  reason: string | null;
  reference: string | null;
};

const isOf = (reserve: Reserve, { sale, device }: KeptSale): boolean =>
  sale.departure_id === reserve.departure && device === reserve.device;
const peopleOf = (sales: readonly KeptSale[]): number => sales.reduce((sum, { sale }) => sum + sale.people, 0);

/** How many places a device may still sell at `now`: what it was lent, less what it has sold and not handed over. */
export const leftHere = (reserve: Reserve, phoneSales: readonly KeptSale[], now: number): number =>
  Date.parse(reserve.until) <= now
    ? 0
    : Math.max(0, reserve.left - peopleOf(phoneSales.filter((sale) => isOf(reserve, sale))));

type Held = { kept: readonly KeptSale[]; reserves: readonly Reserve[] };

/**
 * What a phone keeps once some of its sales were answered. One that was taken has used its places, one that was refused has not;
 * what waits goes behind the others.
 */
export function afterAnswers({ kept: sales, reserves }: Held, answers: readonly SaleAnswer[]) {
  const of = new Map(answers.map((answer) => [answer.key, answer]));
  const are = (result: SaleAnswer["result"]) => sales.filter(({ id }) => of.get(id)?.result === result);
  const reasonOf = ({ id }: KeptSale) => of.get(id)?.reason ?? "server";
  const sold = are("sold");
  return {
    kept: [
      ...sales.filter(({ id }) => !of.has(id)),
      ...are("waits").map((one): KeptSale => ({ ...one, waits: reasonOf(one) })),
    ],
    reserves: reserves.map((reserve) => ({
      ...reserve,
      left: Math.max(0, reserve.left - peopleOf(sold.filter((one) => isOf(reserve, one)))),
    })),
    refused: are("refused").map((one): RefusedHere => {
      const { id, sale, cash, userId } = one;
      return { id, sale, cash, userId, refused: reasonOf(one) };
    }),
  };
}

/** How many sales a phone sends at once: each takes the server some statements, and the phone waits only so long. */
const AT_ONCE = 10;

/** The sales of the next upload, oldest first: those of one device that aren't among `tried`. */
export function nextSales(phoneSales: readonly KeptSale[], tried: ReadonlySet<string>): KeptSale[] {
  const able = phoneSales.filter(({ id, waits: why }) => !tried.has(id) && why !== "device_unknown");
  return able.filter(({ secret }) => secret === able[0]?.secret).slice(0, AT_ONCE);
}

/** The reserves that a phone gives back: of nights at whose door it doesn't stand, once nothing that it sold of them is unsent. */
export const toGiveBack = (
  { kept: sales, reserves }: Held,
  wish: { device: string; departure: string } | null,
): Reserve[] =>
  reserves.filter(
    (reserve) =>
      !(wish && reserve.device === wish.device && reserve.departure === wish.departure) &&
      !sales.some((sale) => isOf(reserve, sale)),
  );
