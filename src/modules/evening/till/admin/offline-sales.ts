import type { Me } from "#src/modules/evening/door/admin/phone-device.ts";
import type { Phone, PhoneView } from "#src/modules/evening/door/admin/phone.ts";
import type { HandWay } from "#src/kernel/pay-method.ts";
import { OUTBOXES, placesOf } from "#src/modules/evening/door/rules/outboxes.ts";
import { pauseAfter } from "#src/modules/evening/door/rules/queue.ts";
import { cashStep, inCash } from "#src/modules/evening/till/rules/cash.ts";
import {
  afterAnswers,
  type KeptSale,
  leftHere,
  nextSales,
  type RefusedHere,
  type Reserve,
  toGiveBack,
} from "#src/modules/evening/till/rules/offline.ts";
import type { PlacesAnswer, SalesAnswer } from "#src/modules/evening/till/schema.ts";
import { Outbox } from "#src/ui/outbox/outbox.ts";

/** What the screen shows of the sales on this phone. */
export type SalesView = {
  /** what may be sold at this door now; null where nothing was held for it */
  reserve: (Reserve & { here: number }) | null;
  kept: readonly KeptSale[];
  refused: readonly RefusedHere[];
  /** the server has answered none of the last tries */
  failing: boolean;
  /** somebody has put this door's places back on sale: the phone gets others once they are asked for */
  released: boolean;
};

/** What the sales need of the phone. */
export type SalesPhone = Pick<Phone, "subscribe" | "device" | "aheadMs" | "now"> & {
  snapshot: () => Pick<PhoneView, "phase" | "list" | "at" | "offlineSince">;
};

type Row = KeptSale | RefusedHere;
const isKept = (row: Row): row is KeptSale => !("refused" in row);

/**
 * Sales and, as facts, the places that were lent. It is money, so nothing here works from memory alone: a phone that keeps nothing
 * sells nothing, and is lent nothing. A full one goes on with what the page knows.
 */
export type SalesBox = Pick<
  Outbox<Row, Reserve>,
  "open" | "keeps" | "rows" | "addIf" | "settle" | "facts" | "keepFact" | "dropFact"
>;

type Place = { device: string; departure: string };
const isSame = (one: Place, other: Place): boolean => one.device === other.device && one.departure === other.departure;

/** How often a phone with a line has its places filled up, and tries again what waits for a till. */
const EVERY_MS = 30_000;
const PATIENCE_MS = 20_000;
const LINE_MS = 1500;

/** A place at the door sold offline: the places that are held for this phone, what it has sold of them, and handing that over. */
export class OfflineSales {
  private kept: KeptSale[] = [];
  private refused: RefusedHere[] = [];
  private reserves: Reserve[] = [];
  private view: SalesView = { reserve: null, kept: [], refused: [], failing: false, released: false };
  /** the night whose places the server has told to be released */
  private released: string | null = null;
  private watchers = new Set<() => void>();
  /** what was answered: it may still be in the store for a moment */
  private done = new Set<string>();
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy: Promise<unknown> = Promise.resolve();
  private closed = false;
  /** this phone had no room for the places that it was lent */
  private isFull = false;
  /** the last request: another door makes a new one at once */
  private asked = "";
  private leave = (): void => {};

  private readonly me: Me;
  private readonly phone: SalesPhone;
  private readonly sells: boolean;
  private readonly store: SalesBox;

  /** `sells`: whether this person may sell at the door. What others have sold on this phone is handed over all the same. */
  constructor(me: Me, phone: SalesPhone, sells: boolean, store: SalesBox = new Outbox<Row, Reserve>(OUTBOXES.sales)) {
    this.me = me;
    this.phone = phone;
    this.sells = sells;
    this.store = store;
  }

  subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  snapshot = (): SalesView => this.view;

  private show(): void {
    const { kept: queue, refused } = this;
    const own = this.ownReserve();
    const reserve = own && { ...own, here: leftHere(own, queue, this.phone.now()) };
    const reserveWish = this.wanted();
    const released = Boolean(reserveWish) && reserveWish?.departure === this.released;
    this.view = { reserve, kept: queue, refused, failing: this.failures > 1, released };
    for (const watcher of this.watchers) watcher();
  }

  /**
   * The night whose places this phone wants: that at whose door its person stands, if it is tonight's; null for none, undefined as
   * long as that isn't known.
   */
  private wanted(): { device: string; departure: string; secret: string } | null | undefined {
    const { phase, list, at } = this.phone.snapshot();
    const { device } = this.phone;
    if (phase === "opening" || (phase === "ready" && !list)) return undefined;
    const here = list?.departures.find(({ id }) => id === at);
    if (!this.sells || phase !== "ready" || !device || !here || !this.store.keeps || this.isFull) return null;
    if (!here.tonight || here.cancelled || Date.parse(here.ends_at) <= this.phone.now()) return null;
    return { device: device.id, departure: here.id, secret: device.secret };
  }

  private get held() {
    return { kept: this.kept, reserves: this.reserves };
  }

  private ownReserve(): Reserve | null {
    const reserveWish = this.wanted();
    const isWanted = ({ device, departure }: Reserve) =>
      device === reserveWish?.device && departure === reserveWish.departure;
    return this.reserves.find(isWanted) ?? null;
  }

  async open(): Promise<void> {
    this.closed = false;
    await this.store.open();
    const [rows, reserves] = await Promise.all([this.store.rows(), this.store.facts()]);
    this.kept = rows.filter(isKept);
    this.refused = rows.filter((row) => "refused" in row);
    this.reserves = reserves;
    if (this.closed) return;
    const leave = this.phone.subscribe(this.look);
    addEventListener("online", this.soon);
    this.leave = () => {
      leave();
      removeEventListener("online", this.soon);
    };
    this.look();
    this.soon();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.leave();
  }

  /** The phone has changed: another door or device asks for other places at once, and so does a line that is back. */
  private look = (): void => {
    const { phase, offlineSince } = this.phone.snapshot();
    const reserveWish = this.wanted();
    const asks = [phase, offlineSince === null, reserveWish?.device, reserveWish?.departure].join(" ");
    const isNew = asks !== this.asked;
    this.asked = asks;
    this.show();
    if (isNew && phase !== "opening") this.soon();
  };

  /** Hands over what waits without waiting for the next round, once the phone has been read. */
  hurry(): void {
    if (this.kept.length > 0) this.soon();
  }

  private soon = (): void => {
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(() => void this.turn(), 0);
  };

  /** One round: what was sold goes first, for the server then knows what is left. */
  private async turn(): Promise<void> {
    const work = async () => {
      await this.adopt();
      if ((await this.upload()) && (await this.giveBack())) await this.hold();
    };
    const done = this.busy.then(work, work);
    this.busy = done.catch(() => {});
    await this.busy;
    if (this.closed) return;
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.turn(), this.failures > 0 ? pauseAfter(this.failures) : EVERY_MS);
  }

  /** What this person sold on a device that the server has forgotten is handed over by their next one. */
  private async adopt(): Promise<void> {
    const { device } = this.phone;
    if (!device) return;
    for (const one of this.kept) {
      if (one.waits !== "device_unknown" || one.userId !== device.userId || one.secret === device.secret) continue;
      const { waits: _, ...sale } = one;
      const adopted: KeptSale = { ...sale, device: device.id, secret: device.secret };
      this.kept = this.kept.map((each) => (each === one ? adopted : each));
      await this.store.settle(new Map([[adopted.id, adopted]]));
    }
  }

  /** Hands over what was sold, each sale once a round; false when the server didn't answer. */
  private async upload(): Promise<boolean> {
    const tried = new Set<string>();
    for (;;) {
      const batch = nextSales(this.kept, tried);
      const [first] = batch;
      if (!first) return true;
      for (const { id } of batch) tried.add(id);
      const answer = await this.post<SalesAnswer>("/api/door/sales", first.secret, {
        sales: batch.map(({ sale }) => sale),
      });
      if (answer === null) return false;
      const keys = new Set(batch.map(({ id }) => id));
      const unknown = { result: "waits", reason: "device_unknown", reference: null } as const;
      const answers =
        answer === "unknown"
          ? [...keys].map((key) => ({ key, ...unknown }))
          : answer.answers.filter(({ key }) => keys.has(key));
      const after = afterAnswers(this.held, answers);
      const now = new Map<string, Row>([...after.kept, ...after.refused].map((row) => [row.id, row]));
      for (const { id } of batch) if (!after.kept.some((one) => one.id === id)) this.done.add(id);
      [this.kept, this.reserves] = [after.kept, after.reserves];
      this.refused = [...this.refused, ...after.refused];
      // before the sold rows go: in between, another window must not see places that are gone as still lent
      for (const reserve of after.reserves) await this.keepReserve(reserve);
      await this.store.settle(new Map(batch.map(({ id }) => [id, now.get(id) ?? null])));
      this.show();
    }
  }

  private async giveBack(): Promise<boolean> {
    const reserveWish = this.wanted();
    if (reserveWish === undefined) return false;
    for (const held of toGiveBack(this.held, reserveWish)) {
      // the answer may be lost: what is given back isn't sold from now on
      const reserve = { ...held, left: 0 };
      await this.keepReserve(reserve);
      this.reserves = this.reserves.map((one) => (one === held ? reserve : one));
      const input = { departure_id: null, give_back: [reserve.departure] };
      if ((await this.post<PlacesAnswer>("/api/door/places", reserve.secret, input)) === null) return false;
      this.reserves = this.reserves.filter((one) => one !== reserve);
      await this.store.dropFact(placesOf(reserve));
    }
    return true;
  }

  private async hold(more: { again?: true } = {}): Promise<boolean> {
    const reserveWish = this.wanted();
    if (!reserveWish) return false;
    const { departure, device, secret } = reserveWish;
    const input = { departure_id: departure, give_back: [], ...more };
    const answer = await this.post<PlacesAnswer>("/api/door/places", secret, input);
    if (answer === null || answer === "unknown") return false;
    this.released = answer.reason === "released" ? departure : null;
    const others = this.reserves.filter((one) => one.device !== device || one.departure !== departure);
    if (!answer.places) {
      this.reserves = others;
      await this.store.dropFact(placesOf({ device, departure }));
      return true;
    }
    const reserve: Reserve = { ...answer.places, device, secret, departure };
    if (await this.keepReserve(reserve)) {
      this.reserves = [...others, reserve];
      return true;
    }
    // full: what was kept before stays as it was; places that this phone can't know go back on sale, and it asks for no more
    if (others.length < this.reserves.length) return true;
    this.isFull = true;
    await this.post<PlacesAnswer>("/api/door/places", secret, { departure_id: null, give_back: [departure] });
    return true;
  }

  /** False where it couldn't be kept: places that this phone doesn't know are sold by nobody. */
  private keepReserve = (reserve: Reserve): Promise<boolean> => this.store.keepFact(placesOf(reserve), reserve);

  /** The server's answer; null when there was none, `unknown` when it doesn't know the device. */
  private async post<Answer>(path: string, secret: string, body: object): Promise<Answer | "unknown" | null> {
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (!response.ok && response.status !== 401) throw new Error(String(response.status));
      this.failures = 0;
      return response.status === 401 ? "unknown" : ((await response.json()) as Answer);
    } catch {
      this.failures += 1;
      return null;
    }
  }

  /** The places of a night that this phone still has as a device, and how many; null where it has none. */
  reserveAt(device: string, departure: string): (Reserve & { here: number }) | null {
    const found = this.reserves.find((one) => isSame(one, { device, departure }));
    const here = found ? leftHere(found, this.kept, this.phone.now()) : 0;
    return found && here > 0 ? { ...found, here } : null;
  }

  /**
   * Sells places of this phone's: kept here before anything else. What it takes, in minor units; `few` where there
   * are too few, `lost` where it couldn't be kept. `from`: not those of the door, but these. `key`: that of a sale that was sent with a
   * line and had no answer, so that it counts once if it had come through.
   */
  async sell(what: {
    people: number;
    name: string;
    language: "en" | "es";
    idSeen: boolean;
    way: HandWay;
    reference: string;
    letIn?: boolean;
    from?: Reserve;
    key?: string;
  }): Promise<number | "few" | "lost"> {
    const own = what.from ?? this.ownReserve();
    const price = own?.prices["MXN"];
    if (!own || price === undefined) return "few";
    const { people, name, language, idSeen, way, reference, letIn = true, key = crypto.randomUUID() } = what;
    const expected = price * people;
    const cash = way === "cash" ? inCash(expected, cashStep("MXN", own.step)) : expected;
    const sale: KeptSale["sale"] = {
      key,
      departure_id: own.departure,
      people,
      currency: "MXN",
      way,
      reference,
      expected,
      name,
      language,
      id_seen: idSeen,
      let_in: letIn,
      sold_at: new Date().toISOString(),
      ahead_ms: this.phone.aheadMs,
    };
    const entry: KeptSale = { id: key, sale, cash, device: own.device, secret: own.secret, userId: this.me.id };
    const answer = await this.store.addIf(entry, (rows, reserves) => {
      const reserve = reserves.find((one) => isSame(one, own));
      return reserve !== undefined && people <= leftHere(reserve, rows.filter(isKept), this.phone.now());
    });
    if (!answer) return "lost";
    // another window of this phone may have sold since, and an upload have been answered
    const mine = new Set([...this.done, ...this.kept.map(({ id }) => id)]);
    this.kept = [...this.kept, ...answer.rows.filter(isKept).filter(({ id }) => !mine.has(id))];
    if (answer.isAdded) this.kept = [...this.kept, entry];
    this.show();
    if (!answer.isAdded) return "few";
    this.soon();
    return cash;
  }

  /**
   * Puts the places of this door back on sale, for its seller sells with a line, unless `free` others are enough for any party: else
   * the last ones could be sold by nobody. They are asked for again at the next round here. False where there is no line; what isn't
   * sent yet keeps its places, and what stays is sold where the line is lost at the sale.
   */
  async handBack(free: number): Promise<boolean> {
    const own = this.ownReserve();
    if (own && free >= own.most) return this.reaches();
    const isUnsent = this.kept.some(
      ({ sale, device }) => device === own?.device && sale.departure_id === own.departure,
    );
    if (!own || isUnsent) return this.reaches();
    if (!(await this.reaches())) return false;
    clearTimeout(this.timer);
    await this.busy;
    const empty = { ...own, left: 0 };
    this.reserves = this.reserves.map((one) => (isSame(one, own) ? empty : one));
    await this.keepReserve(empty);
    await this.post<PlacesAnswer>("/api/door/places", own.secret, { departure_id: null, give_back: [own.departure] });
    this.timer = setTimeout(() => void this.turn(), EVERY_MS);
    return true;
  }

  /**
   * Puts the places of this door back on sale at its user's request: the phone gets no others until they are requested again.
   * `unsent`: sales of them aren't uploaded yet; `offline`: the server didn't answer, or nothing is held.
   */
  async release(): Promise<"released" | "unsent" | "offline"> {
    return this.alone(async () => {
      if (!(await this.upload())) return "offline";
      const own = this.ownReserve();
      if (!own) return "offline";
      if (this.kept.some((one) => one.device === own.device && one.sale.departure_id === own.departure))
        return "unsent";
      // the answer may be lost: what is put back isn't sold from now on
      const empty = { ...own, left: 0 };
      this.reserves = this.reserves.map((one) => (isSame(one, own) ? empty : one));
      await this.keepReserve(empty);
      const input = { departure_id: null, give_back: [], release: [own.departure] };
      const answer = await this.post<PlacesAnswer>("/api/door/places", own.secret, input);
      if (answer === null || answer === "unknown") return "offline";
      this.reserves = this.reserves.filter((one) => !isSame(one, own));
      await this.store.dropFact(placesOf(own));
      this.released = own.departure;
      return "released";
    });
  }

  /** Asks for places of this door again; false where the server didn't answer. */
  holdAgain = (): Promise<boolean> => this.alone(() => this.hold({ again: true }));

  /** Does something between two rounds. */
  private async alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.busy.then(work, work);
    this.busy = done.catch(() => {});
    return done.finally(() => this.show());
  }

  /** Whether the server answers now, asked as a ticket is: the last round may be half a minute ago. */
  private async reaches(): Promise<boolean> {
    const response = fetch("/api/door/sync", { method: "HEAD", signal: AbortSignal.timeout(LINE_MS) });
    return response.then(
      () => true,
      () => false,
    );
  }

  /** The person has read what was refused. */
  understand = (): void => {
    const read = new Map(this.refused.map(({ id }) => [id, null]));
    this.refused = [];
    void this.store.settle(read);
    this.show();
  };
}
