import type {
  DoorEvent,
  DoorGuest,
  DoorList,
  Entry,
  EventAnswer,
  SyncAnswer,
  SyncInput,
} from "#src/modules/door/schema.ts";
import { CLOCK_OFF_MS } from "#src/modules/door/rules/entry.ts";
import { doorAt, isOver, withEntries } from "#src/modules/door/rules/guest-list.ts";
import { findTicket } from "#src/modules/door/rules/verdict.ts";
import {
  acknowledged,
  asSent,
  CLOCK_SET_MS,
  entriesNow,
  isStillAsked,
  KEEP_MS,
  type KeptEvent,
  LIST_MS,
  nextBatch,
  PATIENCE_MS,
  pauseAfter,
  POLL_MS,
} from "#src/modules/door/rules/queue.ts";
import { forgetPage } from "./keep-page.ts";
import { type Device, type ListHead, PhoneStore, type Storage } from "./phone-store.ts";

/** Who uses the phone, as the page says. */
export type Me = { id: string; name: string };

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
};

type Path = (below?: string) => string;

/** What a phone keeps its things in. */
export type Store = Pick<PhoneStore, keyof PhoneStore>;

/** An earlier device of this phone that still has events to hand over. `unknown`: the server takes them no more under its name. */
type Former = Device & { unknown?: true };

/** How long a decision waits for what it writes to the phone's storage. */
const STORE_MS = 500;

/** What comes of some work within a time; undefined when that is over first. Milliseconds. */
const within = <T>(work: Promise<T>, ms: number): Promise<T | undefined> =>
  Promise.race([
    work,
    new Promise<undefined>((resolve) => {
      setTimeout(resolve, ms);
    }),
  ]);

/** Differs once the clock was set, or the phone has slept. Milliseconds. */
const skew = () => Date.now() - performance.now();

/** The door on this phone: guest lists, events to send, and the line to the server. `path` leads to the scanner's addresses. */
export class Phone {
  private view = FIRST;
  private watchers = new Set<() => void>();
  private device: Device | null = null;
  private former: Former[] = [];
  private base: DoorList | null = null;
  private head: ListHead | null = null;
  /** what the server told after the list, and by the page's clock when it was heard */
  private told = new Map<string, Entry | null>();
  private heardAt = new Map<string, number>();
  /** the server's time of the newest answer that was taken in */
  private heardNow = "";
  private queue: KeptEvent[] = [];
  /** questions by ticket of which nobody has been told an answer */
  private asked = new Map<string, KeptEvent>();
  private aheadMs = 0;
  /** `skew()` when `aheadMs` was measured; null before it was on this page */
  private measuredAt: number | null = null;
  private failures = 0;
  private formerFailures = 0;
  private listFailures = 0;
  private listDueAt = 0;
  /** changes when the lists leave the phone: a list that was asked for before isn't taken in */
  private generation = 0;
  /** whether somebody has used the phone since the last list: staff sessions end when nobody does */
  private isUsed = true;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy: Promise<unknown> = Promise.resolve();
  private closed = false;

  private readonly me: Me;
  private readonly path: Path;
  private readonly store: Store;

  constructor(me: Me, path: Path, store: Store = new PhoneStore()) {
    this.me = me;
    this.path = path;
    this.store = store;
  }

  subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  snapshot = (): PhoneView => this.view;

  /** The server's time, as far as the phone knows it. */
  now = (): number => Date.now() - this.aheadMs;

  private show(change: Partial<PhoneView> = {}): void {
    const { store, base, device } = this;
    const list = base && withEntries(base, this.entries());
    const at = list ? (doorAt(list, change.at ?? this.view.at, this.now())?.id ?? null) : this.view.at;
    const clockOff = Math.abs(this.aheadMs) >= CLOCK_OFF_MS ? this.aheadMs : null;
    const own = {
      list,
      unsent: this.queue.filter((event) => this.willSend(event)).length,
      storage: store.storage,
      device: device?.name ?? this.view.device,
      clockOff,
    };
    this.view = { ...this.view, ...change, ...own, at };
    for (const watcher of this.watchers) watcher();
  }

  /** The open entries beyond the list's. One that answers a question of this phone doesn't count before somebody is told. */
  private entries(): Map<string, Entry | null> {
    const { aheadMs } = this;
    let entries = new Map(this.told);
    for (const doer of [...this.former, ...(this.device ? [this.device] : [])]) {
      const events = this.queue.filter(({ device }) => device === doer.id).map((event) => asSent(event, aheadMs));
      const name = doer.userId === this.me.id ? this.me.name : "";
      entries = entriesNow(entries, events, { name, device: doer.name, aheadMs });
    }
    for (const [ticket, { id }] of this.asked)
      if ((entries.get(ticket) ?? this.listed(ticket))?.event === id) entries.set(ticket, null);
    return entries;
  }

  private listed = (ticketId: string): Entry | undefined =>
    (this.base && findTicket(this.base, ({ id }) => id === ticketId))?.ticket.in;

  /** Whether the server will take an event: those of a device that it has forgotten wait for the same person's next one. */
  private willSend({ device }: KeptEvent): boolean {
    const old = this.former.find(({ id }) => id === device);
    return !old?.unknown || old.userId === this.me.id;
  }

  /** Reads what the phone has kept, then begins to talk with the server. */
  async open(): Promise<void> {
    const { store, me } = this;
    await store.open(() => this.loseLists());
    const device = (await store.fact<Device>("device")) ?? null;
    this.former = (await store.fact<Former[]>("former")) ?? [];
    this.aheadMs = (await store.fact<number>("ahead")) ?? 0;
    if (device?.userId === me.id) this.device = device;
    else if (device) await this.retire(device);
    const kept = await store.events();
    this.queue = kept.filter(({ offline }) => offline);
    for (const event of kept.filter(({ offline }) => !offline)) {
      if (event.ticket_id && event.device === this.device?.id) this.asked.set(event.ticket_id, event);
      else void store.forgetEvents(new Set([event.id]));
    }
    const [chosen, muted] = [await store.fact<string>("at"), await store.fact<boolean>("muted")];
    await this.readList();
    this.show({ phase: this.device ? "ready" : "naming", at: chosen ?? null, muted: muted ?? false });
    for (const kind of ["online", "focus"]) addEventListener(kind, this.soon);
    addEventListener("pointerdown", this.used);
    document.addEventListener("visibilitychange", this.soon);
    void this.turn();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    for (const kind of ["online", "focus"]) removeEventListener(kind, this.soon);
    removeEventListener("pointerdown", this.used);
    document.removeEventListener("visibilitychange", this.soon);
  }

  private async readList(): Promise<void> {
    const kept = await this.store.list();
    // another person's list isn't this one's
    if (kept && kept.head.userId !== this.me.id) return this.store.forgetLists();
    if (!kept) return;
    [this.base, this.head, this.told] = [kept.list, kept.head, kept.entries];
    this.view = { ...this.view, listAt: Date.parse(kept.list.now) };
    this.dropOver();
  }

  /** Takes off the phone what it may not keep any longer. */
  private dropOver(): void {
    const over = this.base?.departures.filter((night) => isOver(night, this.now())) ?? [];
    if (!this.base || over.length === 0) return;
    const ids = over.map(({ id }) => id);
    this.base = { ...this.base, departures: this.base.departures.filter(({ id }) => !ids.includes(id)) };
    for (const id of ids) void this.store.dropNight(id);
  }

  private used = (): void => {
    this.isUsed = true;
  };

  private soon = (): void => {
    clearTimeout(this.timer);
    if (!this.closed && document.visibilityState === "visible") this.timer = setTimeout(() => void this.turn(), 0);
  };

  /** One round: upload, hear what changed, fetch the list when it is due; then the next round is planned. */
  private async turn(): Promise<void> {
    await this.inTurn(async () => {
      this.dropOver();
      this.dropAsked();
      void this.store.retry();
      for (const old of this.former) await this.handOver(old);
      await this.upload();
      if (this.view.phase !== "ended") await this.fetchList();
    });
    const own = this.queue.filter(({ device }) => device === this.device?.id);
    const isDone = this.view.phase === "ended" && this.queue.every((event) => !this.willSend(event));
    if (this.closed || isDone) return;
    clearTimeout(this.timer);
    const pause = own.length > 0 && this.failures === 0 ? 0 : this.failures > 0 ? pauseAfter(this.failures) : POLL_MS;
    if (document.visibilityState === "visible") this.timer = setTimeout(() => void this.turn(), pause);
  }

  private async upload(): Promise<void> {
    const own = this.queue.filter(({ device }) => device === this.device?.id);
    // how far the clock is ahead now must be known before events of another time are sent by it
    const isUnsure = !this.knowsClock() && own.some(({ ahead }) => ahead !== null);
    if (isUnsure && !(await this.sync([], PATIENCE_MS * 4))) return;
    await this.sync(nextBatch(own, this.failures), PATIENCE_MS * 4);
  }

  private knowsClock = (): boolean => this.measuredAt !== null && Math.abs(skew() - this.measuredAt) < CLOCK_SET_MS;

  /** Sends what an earlier device of this phone has left, under that device's name. */
  private async handOver(old: Former): Promise<void> {
    const left = this.queue.filter(({ device }) => device === old.id);
    if (left.length === 0) {
      // until there is a new device, what this person does is its
      if (old.unknown && !this.device) return;
      this.former = this.former.filter(({ id }) => id !== old.id);
      void this.store.keepFact("former", this.former);
    } else if (!old.unknown) await this.sync(nextBatch(left, this.formerFailures), PATIENCE_MS * 4, old);
  }

  private dropAsked(): void {
    for (const [ticket, event] of this.asked) {
      const entry = this.told.has(ticket) ? this.told.get(ticket) : this.listed(ticket);
      if (!isStillAsked(event, entry, Date.now())) this.forget([event.id]);
    }
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
    as: Device | null = this.device,
  ): Promise<SyncAnswer | null> {
    if (!as) return null;
    const isOwn = as === this.device;
    const sent = Date.now();
    const input: SyncInput = {
      sent_at: new Date(sent).toISOString(),
      departure_ids: isOwn ? (this.base?.departures.map(({ id }) => id) ?? []) : [],
      since: this.head?.cursor ?? null,
      events: events.map((event) => asSent(event, this.aheadMs)),
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
        // the server has never heard of this device, or no longer: nobody will take its events
        await this.forgetDevice(as);
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
    const { store } = this;
    const ahead = Math.round(at - Date.parse(answer.now));
    this.measuredAt = skew();
    // a second's change is the line's, not the clock's
    if (Math.abs(ahead - this.aheadMs) > 1000) {
      this.aheadMs = ahead;
      void store.keepFact("ahead", ahead);
    }
    // one that was overtaken by a later answer tells nothing but what became of its own events
    const isStale = answer.now < this.heardNow;
    const isNews = isOwn && !isStale;
    if (isNews) this.heardNow = answer.now;
    const changes = new Map<string, Entry | null>(
      isNews ? answer.changes.map(({ ticket_id, entry }) => [ticket_id, entry]) : [],
    );
    for (const { id, entry, result } of answer.answers) {
      const ticket = events.find((event) => event.id === id)?.ticket_id;
      if (ticket && !changes.has(ticket) && (entry || (result === "stored" && !isStale))) changes.set(ticket, entry);
    }
    this.tellOf(changes);
    if (this.head) {
      if (isNews) this.head = { ...this.head, cursor: answer.cursor };
      if (changes.size > 0) void store.keepEntries(changes, this.head);
    }
    this.forget(acknowledged(answer.answers));
    if (isNews && this.base && answer.list_version !== this.base.version && !answer.revoked && this.listFailures === 0)
      this.listDueAt = 0;
    if (answer.revoked && isOwn) this.end();
    this.show(isOwn ? { offlineSince: null } : {});
  }

  private tellOf(changes: ReadonlyMap<string, Entry | null>): void {
    for (const [ticket, entry] of changes) {
      this.told.set(ticket, entry);
      this.heardAt.set(ticket, performance.now());
    }
  }

  private forget(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const gone = new Set(ids);
    this.queue = this.queue.filter(({ id }) => !gone.has(id));
    for (const [ticket, { id }] of this.asked) if (gone.has(id)) this.asked.delete(ticket);
    void this.store.forgetEvents(gone);
  }

  private async fetchList(): Promise<void> {
    if (this.failures > 0 || performance.now() < this.listDueAt) return;
    const { generation, isUsed, head } = this;
    const began = performance.now();
    this.isUsed = false;
    let list: DoorList;
    let etag: string;
    try {
      const response = await fetch(this.path("/list"), {
        headers: { ...(isUsed ? {} : { "x-by-itself": "1" }), ...(head?.etag ? { "if-none-match": head.etag } : {}) },
        signal: AbortSignal.timeout(PATIENCE_MS * 10),
        redirect: "manual",
      });
      if (generation !== this.generation) return;
      if (response.type === "opaqueredirect" || response.status === 401 || response.status === 403)
        return this.leaveLists(response.status === 403);
      if (!response.ok && response.status !== 304) throw new Error(String(response.status));
      const user = response.headers.get("door-user");
      if (user !== null && user !== this.me.id) return await this.yieldToOther();
      if (response.status === 304) {
        this.listCame();
        return this.show({ listAt: this.now() });
      }
      etag = response.headers.get("etag") ?? "";
      list = (await response.json()) as DoorList;
    } catch {
      // only the door's own line says whether the phone is offline
      this.listFailures += 1;
      this.listDueAt = performance.now() + pauseAfter(this.listFailures);
      this.isUsed ||= isUsed;
      return;
    }
    if (generation !== this.generation) return;
    this.listCame();
    this.base = list;
    // what was heard while the list was on its way isn't on it
    this.told = new Map([...this.told].filter(([ticket]) => (this.heardAt.get(ticket) ?? 0) >= began));
    this.heardAt = new Map([...this.heardAt].filter(([ticket]) => this.told.has(ticket)));
    if (list.now > this.heardNow) this.heardNow = list.now;
    const { departures, ...rest } = list;
    const own = { userId: this.me.id, cursor: head?.cursor ?? null, etag };
    this.head = { ...rest, order: departures.map(({ id }) => id), ...own };
    void this.store.keepList(list, own, (night) => Date.parse(night.ends_at) + KEEP_MS);
    if (this.told.size > 0) void this.store.keepEntries(this.told, this.head);
    const isBack = this.view.phase === "signed_out";
    this.show({ listAt: Date.parse(list.now), ...(isBack ? { phase: this.device ? "ready" : "naming" } : {}) });
  }

  private listCame(): void {
    this.listFailures = 0;
    this.listDueAt = performance.now() + LIST_MS;
  }

  /** Fetches the list at once, as far as there is time: a ticket may have been bought since. */
  async renewList(): Promise<void> {
    this.listDueAt = 0;
    await within(
      this.inTurn(() => this.fetchList()),
      PATIENCE_MS,
    );
  }

  /** Takes the lists out of memory; one that is on its way isn't taken in any more. */
  private dropLists(): void {
    this.generation += 1;
    [this.base, this.head, this.told, this.heardAt] = [null, null, new Map(), new Map()];
  }

  /** Nobody is signed in any more, or may not see the lists: they leave the phone. */
  private leaveLists(refused: boolean): void {
    this.dropLists();
    this.listDueAt = performance.now() + LIST_MS;
    void this.store.forgetLists();
    this.show({ phase: "signed_out", refused, listAt: null });
  }

  /** Another window took the lists off the phone, as at a sign-out: whether they may be here is asked again. */
  private loseLists(): void {
    this.dropLists();
    this.listDueAt = 0;
    this.show({ listAt: null });
    this.soon();
  }

  /** Somebody else is signed in by now: nothing of this page is theirs. */
  yieldToOther = async (): Promise<void> => {
    this.leaveLists(false);
    await forgetPage().catch(() => {});
    location.reload();
  };

  /** The device was revoked: no guest stays here, and what is still to be sent goes on. */
  private end(): void {
    this.dropLists();
    void this.store.forgetLists();
    this.view = { ...this.view, phase: "ended", listAt: null };
  }

  /** Keeps a device only for what it still has to hand over. */
  private async retire(device: Former): Promise<void> {
    this.former = [...this.former.filter(({ id }) => id !== device.id), device];
    await this.store.keepFact("former", this.former);
    if (this.device?.id === device.id) this.device = null;
    await this.store.dropFact("device");
  }

  private async forgetDevice(device: Device): Promise<void> {
    const isOwn = device === this.device;
    if (isOwn) await this.retire({ ...device, unknown: true });
    else {
      this.former = this.former.map((old) => (old.id === device.id ? { ...old, unknown: true } : old));
      await this.store.keepFact("former", this.former);
    }
    this.show(isOwn && this.view.phase !== "ended" ? { phase: "naming" } : {});
  }

  /** After the end: the phone may become another device. */
  startAnew = async (): Promise<void> => {
    this.listDueAt = 0;
    if (this.device) await this.retire(this.device);
    this.show({ phase: "naming" });
    this.soon();
  };

  /** Makes this phone a device; false when the server didn't answer. */
  async register(name: string): Promise<boolean> {
    try {
      const response = await fetch(this.path("/devices"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name }),
      });
      if (!response.ok) return false;
      const made = (await response.json()) as { id: string; secret: string };
      this.device = { id: made.id, secret: made.secret, name, userId: this.me.id };
    } catch {
      return false;
    }
    await this.store.keepFact("device", this.device);
    await this.adopt(this.device);
    this.show({ phase: "ready" });
    this.soon();
    return true;
  }

  /** What this person did on a device that the server has forgotten is handed over by the new one. */
  private async adopt(device: Device): Promise<void> {
    const isLost = (of: string) =>
      this.former.some(({ id, unknown, userId }) => id === of && unknown && userId === device.userId);
    const lost = this.queue.filter((event) => isLost(event.device)).map((event) => ({ ...event, device: device.id }));
    const ids = new Set(lost.map(({ id }) => id));
    this.queue = [...lost, ...this.queue.filter(({ id }) => !ids.has(id))];
    if (lost.length > 0) await this.store.keepEvents(lost);
  }

  choose = (departureId: string): void => {
    void this.store.keepFact("at", departureId);
    this.show({ at: departureId });
  };

  mute = (muted: boolean): void => {
    void this.store.keepFact("muted", muted);
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
    const mine = this.device ?? this.former.findLast(({ userId }) => userId === this.me.id);
    return { ...event, device: mine?.id ?? "", ahead: this.knowsClock() ? this.aheadMs : null };
  }

  /** Keeps events on the phone, and sends them as soon as the line is free. */
  async tell(events: readonly DoorEvent[]): Promise<void> {
    this.used();
    const known = new Map(events.map((event) => [event.id, this.tagged(event)]));
    this.queue = [...this.queue.filter(({ id }) => !known.has(id)), ...known.values()];
    for (const [ticket, { id }] of this.asked) if (known.has(id)) this.asked.delete(ticket);
    await within(this.store.keepEvents([...known.values()]), STORE_MS);
    this.show();
    this.soon();
  }

  /** Whether the server may be asked at all: after a failure the phone decides alone until a round has succeeded. */
  get isOnline(): boolean {
    return this.failures === 0 && navigator.onLine && this.device !== null;
  }

  /**
   * Asks the server to let tickets in; null when it didn't answer in time. The question stays open then, and is the same one when
   * the ticket is shown again: the server may have let it in, and nobody was told.
   */
  async ask(
    ticketIds: readonly string[],
    way: DoorEvent["way"],
  ): Promise<{ events: DoorEvent[]; answers: EventAnswer[] | null }> {
    this.used();
    const events = ticketIds.map((ticket_id) => {
      const before = this.asked.get(ticket_id);
      return this.made({ kind: "in", way, ticket_id, offline: false, ...(before ? { id: before.id } : {}) });
    });
    if (!this.isOnline) return { events, answers: null };
    const asking = events.map((event) => this.tagged(event));
    for (const event of asking) this.asked.set(event.ticket_id ?? "", event);
    await within(this.store.keepEvents(asking), STORE_MS);
    const answer = await this.sync(asking, PATIENCE_MS);
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
    const told = events.map((event) => ({ ...event, offline: true }));
    await this.tell(told);
    return { events: told, answers: null };
  }

  /** Moves a party to the night at whose door the phone stands. */
  async move({ id, people }: DoorGuest): Promise<{ ok: true } | { ok: false; reason: string }> {
    return this.post("/move", { booking_id: id, departure_id: this.view.at, people });
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
