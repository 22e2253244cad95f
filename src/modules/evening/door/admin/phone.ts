import type {
  DoorEvent,
  DoorGuest,
  DoorList,
  Entry,
  EventAnswer,
  FoundBooking,
  SyncAnswer,
  SyncInput,
} from "#src/modules/evening/door/schema.ts";
import { doorAt, withEntries } from "#src/modules/evening/door/rules/guest-list.ts";
import {
  acknowledged,
  asSent,
  entriesNow,
  type KeptEvent,
  LIST_MS,
  nextBatch,
  PATIENCE_MS,
  pauseAfter,
  POLL_MS,
} from "#src/modules/evening/door/rules/queue.ts";
import { forgetPage } from "./keep-page.ts";
import { OUTBOXES } from "#src/modules/evening/door/rules/outboxes.ts";
import { Outbox, within } from "#src/ui/outbox/outbox.ts";
import { type Storage, worstOf } from "#src/ui/outbox/phone-db.ts";
import { type Lists, ListStore } from "./list-store.ts";
import { PhoneClock } from "./phone-clock.ts";
import { type Device, type Former, type Me, PhoneDevices } from "./phone-device.ts";
import { PhoneList } from "./phone-list.ts";
import { type DoorBox, PhoneQueue } from "./phone-queue.ts";

/**
 * opening: what was kept is being read · naming: the phone isn't a device yet · ready · signed_out: nobody is signed in, or may not
 * be here · ended: the device was revoked, and only hands over.
 */
export type Phase = "opening" | "naming" | "ready" | "signed_out" | "ended";

/** What the screen shows of the phone. Times are the server's, in milliseconds. */
export type PhoneView = {
  phase: Phase;
  list: DoorList | null;
  /** the departure at whose door the phone stands */
  at: string | null;
  device: string;
  unsent: number;
  offlineSince: number | null;
  listAt: number | null;
  /** how far the phone's clock is ahead of the server's; null where nobody would see it */
  clockOff: number | null;
  storage: Storage;
  muted: boolean;
  refused: boolean;
  /** how much of what was done here the server refused for good, until somebody has read it */
  notTaken: number;
};

const FIRST: PhoneView = {
  phase: "opening",
  list: null,
  at: null,
  device: "",
  unsent: 0,
  offlineSince: null,
  listAt: null,
  clockOff: null,
  storage: "kept",
  muted: false,
  refused: false,
  notTaken: 0,
};

/** When a phone offline tries to send what was done: once the verdict is painted, on a slow phone too. */
const AFTER_VERDICT_MS = 150;

type Path = (below?: string) => string;

/** The door on this phone: guest lists, events to send, and the line to the server. `path` leads to the scanner's addresses. */
export class Phone {
  private view = FIRST;
  private watchers = new Set<() => void>();
  private failures = 0;
  private formerFailures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy: Promise<unknown> = Promise.resolve();
  private closed = false;

  private readonly me: Me;
  private readonly path: Path;
  private readonly box: DoorBox;
  private readonly kept: Lists;
  private readonly clock: PhoneClock;
  private readonly devices: PhoneDevices;
  private readonly lists: PhoneList;
  private readonly queue: PhoneQueue;

  constructor(me: Me, path: Path, box: DoorBox = new Outbox(OUTBOXES.door), lists: Lists = new ListStore()) {
    this.me = me;
    this.path = path;
    this.box = box;
    this.kept = lists;
    this.clock = new PhoneClock(box);
    this.devices = new PhoneDevices(me, box);
    this.lists = new PhoneList(me.id, lists);
    this.queue = new PhoneQueue(box);
  }

  private get storage(): Storage {
    return worstOf([this.box.storage, this.kept.storage]);
  }

  subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  snapshot = (): PhoneView => this.view;

  /** The server's time, as far as the phone knows it. */
  now = (): number => this.clock.now();

  /** This phone as a device of the person who uses it; null before it is one. */
  get device(): Device | null {
    return this.devices.own;
  }

  /** How far the phone's clock is ahead of the server's, as far as it is known. Milliseconds. */
  get aheadMs(): number {
    return this.clock.aheadMs;
  }

  private show(change: Partial<PhoneView> = {}): void {
    const { base } = this.lists;
    const list = base && withEntries(base, this.entries());
    const chosen = change.at ?? this.view.at;
    const at = list ? (doorAt(list, chosen, this.now())?.id ?? null) : chosen;
    const own = {
      list,
      unsent: this.queue.events.filter(({ device }) => this.devices.willSend(device)).length,
      storage: this.storage,
      device: this.devices.own?.name ?? this.view.device,
      clockOff: this.clock.off,
    };
    this.view = { ...this.view, ...change, ...own, at };
    for (const watcher of this.watchers) watcher();
  }

  /**
   * The open entries beyond the list's. One that answers a question of this phone doesn't count until the answer has been
   * shown.
   */
  private entries(): Map<string, Entry | null> {
    const { aheadMs } = this.clock;
    let entries = new Map(this.lists.told);
    for (const doer of this.devices.all) {
      const events = this.queue.of(doer.id).map((event) => asSent(event, aheadMs));
      const name = doer.userId === this.me.id ? this.me.name : "";
      entries = entriesNow(entries, events, { name, device: doer.name, aheadMs });
    }
    for (const [ticket, { id }] of this.queue.asked)
      if ((entries.get(ticket) ?? this.lists.listed(ticket))?.event === id) entries.set(ticket, null);
    return entries;
  }

  /** Reads what the phone has kept, then begins to talk with the server. */
  async open(): Promise<void> {
    const { box, devices, lists } = this;
    await Promise.all([box.open(), this.kept.open(() => this.loseLists())]);
    // asks not to be cleared when the phone runs out of room
    void navigator.storage?.persist?.().catch(() => false);
    // at once: one after the other they would be most of what a guide waits for
    const [chosen, muted, notTaken] = await Promise.all([
      box.fact<string>("at"),
      box.fact<boolean>("muted"),
      box.fact<number>("notTaken"),
      devices.open().then(() => this.queue.open(devices.own?.id)),
      this.clock.open(),
      lists.open(),
    ]);
    const listAt = lists.base && Date.parse(lists.base.now);
    lists.dropOver(this.now());
    // a night's own page leads to its door
    const night = new URLSearchParams(globalThis.location?.search).get("night");
    if (night) void box.keepFact("at", night);
    this.view = { ...this.view, notTaken: notTaken ?? 0 };
    this.show({ phase: devices.own ? "ready" : "naming", at: night ?? chosen ?? null, muted: muted ?? false, listAt });
    for (const kind of ["online", "focus"]) addEventListener(kind, this.awake);
    addEventListener("pointerdown", lists.used);
    document.addEventListener("visibilitychange", this.awake);
    void this.turn();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    for (const kind of ["online", "focus"]) removeEventListener(kind, this.awake);
    removeEventListener("pointerdown", this.lists.used);
    document.removeEventListener("visibilitychange", this.awake);
  }

  private soon = (ms = 0): void => {
    clearTimeout(this.timer);
    if (!this.closed && document.visibilityState === "visible") this.timer = setTimeout(() => void this.turn(), ms);
  };
  private awake = (): void => this.soon();

  /** One round: upload, hear what changed, fetch the list when it is due; then the next round is planned. */
  private async turn(): Promise<void> {
    const { devices, queue, lists } = this;
    await this.inTurn(async () => {
      lists.dropOver(this.now());
      queue.dropAsked(lists.entryOf);
      void this.box.retry();
      for (const old of devices.former) await this.handOver(old);
      await this.upload();
      if (this.view.phase !== "ended") await this.fetchList();
    });
    const isDone = this.view.phase === "ended" && queue.events.every(({ device }) => !devices.willSend(device));
    if (this.closed || isDone) return;
    clearTimeout(this.timer);
    const hasMore = queue.of(devices.own?.id).length > 0;
    const pause = hasMore && this.failures === 0 ? 0 : this.failures > 0 ? pauseAfter(this.failures) : POLL_MS;
    if (document.visibilityState === "visible") this.timer = setTimeout(() => void this.turn(), pause);
  }

  private async upload(): Promise<void> {
    const own = this.queue.of(this.devices.own?.id);
    // how far the clock is ahead now must be known before events of another time are sent by it
    const isUnsure = !this.clock.isKnown && own.some(({ ahead }) => ahead !== null);
    if (isUnsure && !(await this.sync([], PATIENCE_MS * 4))) return;
    await this.sync(nextBatch(own, this.failures), PATIENCE_MS * 4);
  }

  /** Sends what an earlier device of this phone has left, under that device's name. */
  private async handOver(old: Former): Promise<void> {
    const left = this.queue.of(old.id);
    if (left.length === 0) this.devices.drop(old);
    else if (!old.unknown) await this.sync(nextBatch(left, this.formerFailures), PATIENCE_MS * 4, old);
  }

  /** One after the other: an answer that arrives late must not undo a later one. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.busy.then(work, work);
    this.busy = done.catch(() => {});
    return done;
  }

  /** Sends events of one device and takes the answer in; null when none came in time. */
  private async sync(
    events: readonly KeptEvent[],
    patience: number,
    as: Device | null = this.devices.own,
  ): Promise<SyncAnswer | null> {
    if (!as) return null;
    const isOwn = as === this.devices.own;
    const sent = Date.now();
    const input: SyncInput = {
      sent_at: new Date(sent).toISOString(),
      departure_ids: isOwn ? (this.lists.base?.departures.map(({ id }) => id) ?? []) : [],
      since: this.lists.head?.cursor ?? null,
      events: events.map((event) => asSent(event, this.clock.aheadMs)),
    };
    let answer: SyncAnswer;
    try {
      const response = await fetch("/api/door/sync", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${as.secret}` },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(patience),
      });
      if (response.status === 401) {
        // the server doesn't know this device, or no longer does: nobody will accept its events
        await this.devices.forget(as);
        this.show(isOwn && this.view.phase !== "ended" ? { phase: "naming" } : {});
        return null;
      }
      if (!response.ok) throw new Error(String(response.status));
      answer = (await response.json()) as SyncAnswer;
    } catch {
      // what an earlier device can't hand over doesn't say that there is no line
      if (!isOwn) this.formerFailures += 1;
      else {
        this.failures += 1;
        this.show({ offlineSince: this.view.offlineSince ?? this.now() });
      }
      return null;
    }
    if (isOwn) this.failures = 0;
    else this.formerFailures = 0;
    this.hear(answer, events, { at: (sent + Date.now()) / 2, isOwn });
    return answer;
  }

  /** Takes an answer in. Nothing waits here for the phone's storage: a verdict may be waiting for this. */
  private hear(answer: SyncAnswer, events: readonly KeptEvent[], { at, isOwn }: { at: number; isOwn: boolean }): void {
    this.clock.measure(at, answer.now);
    // a stale answer, which a later one overtook, only tells what became of its own events
    const isStale = this.lists.isStale(answer.now);
    const isNews = isOwn && !isStale;
    const changes = new Map<string, Entry | null>(
      isNews ? answer.changes.map(({ ticket_id, entry }) => [ticket_id, entry]) : [],
    );
    for (const { id, entry, result } of answer.answers) {
      const ticket = events.find((event) => event.id === id)?.ticket_id;
      if (ticket && !changes.has(ticket) && (entry || (result === "stored" && !isStale))) changes.set(ticket, entry);
    }
    const isNew = this.lists.hear(changes, isNews ? answer : null);
    this.countRefused(answer, events);
    this.queue.forget(acknowledged(answer.answers));
    if (isNews && !answer.revoked) this.lists.outdate(answer.list_version);
    if (answer.revoked && isOwn) this.end();
    const { offlineSince, storage, clockOff } = this.view;
    const isSame = offlineSince === null && storage === this.storage && clockOff === this.clock.off;
    // most rounds tell nothing: drawing the screen again would be in the way of a verdict
    if (isNew || answer.answers.length > 0 || answer.revoked || !isSame) this.show(isOwn ? { offlineSince: null } : {});
  }

  /** An offline event that the server refuses for good: it leaves the phone, so somebody has to be told. */
  private countRefused({ answers }: SyncAnswer, events: readonly KeptEvent[]): void {
    const offlineIds = new Set(events.filter(({ offline }) => offline).map(({ id }) => id));
    const refused = answers.filter(({ id, result }) => result === "refused" && offlineIds.has(id)).length;
    if (refused > 0) this.keepNotTaken(this.view.notTaken + refused);
  }

  private keepNotTaken(notTaken: number): void {
    void this.box.keepFact("notTaken", notTaken);
    this.view = { ...this.view, notTaken };
  }

  /** The person has read what was refused. */
  understood = (): void => {
    this.keepNotTaken(0);
    this.show();
  };

  private async fetchList(): Promise<void> {
    if (this.failures > 0 || !this.lists.isDue) return;
    const fetched = await this.lists.fetch(this.path("/list"));
    if (fetched === "signed_out" || fetched === "refused") this.leaveLists(fetched === "refused");
    if (fetched === "other") await this.yieldToOther();
    if (fetched === "same") this.show({ listAt: this.now() });
    if (fetched !== "new" || !this.lists.base) return;
    const isBack = this.view.phase === "signed_out";
    const listAt = Date.parse(this.lists.base.now);
    this.show({ listAt, ...(isBack ? { phase: this.devices.own ? "ready" : "naming" } : {}) });
  }

  /** Fetches the list at once, as far as there is time: a ticket may have been bought since. */
  async renewList(): Promise<void> {
    this.lists.due();
    await within(
      this.inTurn(() => this.fetchList()),
      PATIENCE_MS,
    );
  }

  /** Nobody is signed in anymore, or may not see the lists: they leave the phone. */
  private leaveLists(refused: boolean): void {
    this.lists.drop();
    this.lists.due(LIST_MS);
    void this.kept.forgetLists();
    this.show({ phase: "signed_out", refused, listAt: null });
  }

  /** Another window took the lists off the phone, as at a sign-out: whether they may be here is asked again. */
  private loseLists(): void {
    this.lists.drop();
    this.lists.due();
    this.show({ listAt: null });
    this.soon();
  }

  /** Somebody else is signed in by now: nothing of this page is theirs. */
  yieldToOther = async (): Promise<void> => {
    this.leaveLists(false);
    await forgetPage().catch(() => {});
    location.reload();
  };

  /** The device was revoked: guests are deleted here, and unsent events are still sent. */
  private end(): void {
    this.lists.drop();
    void this.kept.forgetLists();
    this.view = { ...this.view, phase: "ended", listAt: null };
  }

  /** After the end: the phone may become another device. */
  startAnew = async (): Promise<void> => {
    this.lists.due();
    if (this.devices.own) await this.devices.retire(this.devices.own);
    this.show({ phase: "naming" });
    this.soon();
  };

  /** Makes this phone a device; false when the server didn't answer. */
  async register(name: string): Promise<boolean> {
    const device = await this.devices.register(name, this.path("/devices"));
    if (!device) return false;
    // what this person did on a device that the server has forgotten is handed over by the new one
    await this.queue.adopt((of) => this.devices.isLost(of, device), device.id);
    this.show({ phase: "ready" });
    this.soon();
    return true;
  }

  choose = (departureId: string): void => {
    void this.box.keepFact("at", departureId);
    // opened again, the address must not choose another
    if (globalThis.location?.search) history.replaceState(history.state, "", location.pathname);
    this.show({ at: departureId });
  };

  mute = (muted: boolean): void => {
    void this.box.keepFact("muted", muted);
    this.show({ muted });
  };

  /** An event of this phone, not yet kept. */
  made = (event: Pick<DoorEvent, "kind" | "way"> & Partial<DoorEvent>): DoorEvent => ({
    id: crypto.randomUUID(),
    departure_id: this.view.at ?? "",
    ticket_id: null,
    of_event: null,
    device_at: new Date().toISOString(),
    offline: true,
    reason: "",
    ...event,
  });

  private tagged(event: DoorEvent): KeptEvent {
    return { ...event, device: this.devices.mine, ahead: this.clock.isKnown ? this.clock.aheadMs : null };
  }

  /** Keeps events on the phone, and sends them as soon as the line is free. */
  async tell(events: readonly DoorEvent[]): Promise<void> {
    this.lists.used();
    await this.queue.add(events.map((event) => this.tagged(event)));
    this.show();
    this.soon(this.failures > 0 ? AFTER_VERDICT_MS : 0);
  }

  /** Whether the server may be asked at all: after a failure the phone decides alone until a round has succeeded. */
  get isOnline(): boolean {
    return this.failures === 0 && navigator.onLine && this.devices.own !== null;
  }

  /**
   * Asks the server to let tickets in; null when it didn't answer in time. The question stays open then, and is the same one when
   * the ticket is shown again: the server may have let it in, and nobody was told.
   */
  async ask(
    ticketIds: readonly string[],
    way: DoorEvent["way"],
  ): Promise<{ events: DoorEvent[]; answers: EventAnswer[] | null }> {
    this.lists.used();
    const events = ticketIds.map((ticket_id) => {
      const before = this.queue.asked.get(ticket_id);
      return this.made({ kind: "in", way, ticket_id, offline: false, ...(before ? { id: before.id } : {}) });
    });
    if (!this.isOnline) return { events, answers: null };
    const asking = events.map((event) => this.tagged(event));
    // stored while the server is asked, and before any result is shown
    const [answer] = await Promise.all([this.sync(asking, PATIENCE_MS), this.queue.ask(asking)]);
    return { events, answers: answer && answer.answers };
  }

  /**
   * Lets tickets in: asks the server, and when it doesn't answer in time decides alone. Returns what the server said of each event,
   * or null when it was this phone's decision.
   */
  async enter(
    ticketIds: readonly string[],
    way: DoorEvent["way"],
  ): Promise<{ events: DoorEvent[]; answers: EventAnswer[] | null }> {
    const { events, answers } = await this.ask(ticketIds, way);
    if (answers) return { events, answers };
    const offlineEvents = events.map((event) => ({ ...event, offline: true }));
    await this.tell(offlineEvents);
    return { events: offlineEvents, answers: null };
  }

  /** Moves a party to the night at whose door the phone stands. */
  async move({ id, people }: DoorGuest): Promise<{ ok: true } | { ok: false; reason: string }> {
    return this.post("/move", { booking_id: id, departure_id: this.view.at, people });
  }

  /** Whether the server would: null, else why not. */
  async whyNotMove({ id, people }: DoorGuest): Promise<string | null> {
    try {
      const response = await fetch(
        this.path(`/move?booking_id=${id}&departure_id=${this.view.at ?? ""}&people=${people}`),
        { signal: AbortSignal.timeout(4000) },
      );
      return response.ok ? null : (((await response.json()) as { reason?: string }).reason ?? "");
    } catch {
      return "offline";
    }
  }

  /**
   * The bookings of nights near by a code or a whole address; why not, where the server gave none. `elsewhere`: a code of ours, but of
   * no night near.
   */
  async find(words: string): Promise<FoundBooking[] | "elsewhere" | "offline" | "too_many"> {
    try {
      const response = await fetch(this.path(`/find?q=${encodeURIComponent(words)}`), {
        signal: AbortSignal.timeout(4000),
      });
      if (response.status === 429) return "too_many";
      if (!response.ok) return "offline";
      const { found, elsewhere } = (await response.json()) as { found: FoundBooking[]; elsewhere: boolean };
      return elsewhere ? "elsewhere" : found;
    } catch {
      return "offline";
    }
  }

  /** Where a party can pay on its own phone; null when there is no such address now. */
  async payLink(bookingId: string): Promise<string | null> {
    try {
      const response = await fetch(this.path(`/pay-link?booking=${bookingId}&departure=${this.view.at ?? ""}`), {
        signal: AbortSignal.timeout(8000),
      });
      return response.ok ? ((await response.json()) as { url: string }).url : null;
    } catch {
      return null;
    }
  }

  private async post(below: string, body: object): Promise<{ ok: true } | { ok: false; reason: string }> {
    try {
      const response = await fetch(this.path(below), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      });
      const answer = (await response.json()) as { reason?: string };
      await this.renewList();
      return response.ok ? { ok: true } : { ok: false, reason: answer.reason ?? "" };
    } catch {
      return { ok: false, reason: "offline" };
    }
  }
}
