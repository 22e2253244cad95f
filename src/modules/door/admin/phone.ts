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
import {
  acknowledged,
  entriesNow,
  KEEP_MS,
  LIST_MS,
  nextBatch,
  PATIENCE_MS,
  pauseAfter,
  POLL_MS,
} from "#src/modules/door/rules/queue.ts";
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

/** The door on this phone: guest lists, events to send, and the line to the server. `path` leads to the scanner's addresses. */
export class Phone {
  private view = FIRST;
  private watchers = new Set<() => void>();
  private store = new PhoneStore();
  private device: Device | null = null;
  private base: DoorList | null = null;
  private head: ListHead | null = null;
  private told = new Map<string, Entry | null>();
  private queue: DoorEvent[] = [];
  private aheadMs = 0;
  private failures = 0;
  private listFetchedAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy: Promise<unknown> = Promise.resolve();
  private closed = false;

  private readonly me: Me;
  private readonly path: Path;

  constructor(me: Me, path: Path) {
    this.me = me;
    this.path = path;
  }

  subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  snapshot = (): PhoneView => this.view;

  /** The server's time, as far as the phone knows it. */
  now = (): number => Date.now() - this.aheadMs;

  private show(change: Partial<PhoneView> = {}): void {
    const { store, queue, base, device } = this;
    const entries = entriesNow(this.told, queue, {
      name: this.me.name,
      device: device?.name ?? "",
      aheadMs: this.aheadMs,
    });
    const list = base && withEntries(base, entries);
    const at = list ? (doorAt(list, change.at ?? this.view.at, this.now())?.id ?? null) : this.view.at;
    const clockOff = Math.abs(this.aheadMs) >= CLOCK_OFF_MS ? this.aheadMs : null;
    const own = {
      list,
      unsent: queue.length,
      storage: store.storage,
      device: device?.name ?? this.view.device,
      clockOff,
    };
    this.view = { ...this.view, ...change, ...own, at };
    for (const watcher of this.watchers) watcher();
  }

  /** Reads what the phone has kept, then begins to talk with the server. */
  async open(): Promise<void> {
    const { store } = this;
    await store.open();
    this.device = (await store.fact<Device>("device")) ?? null;
    this.aheadMs = (await store.fact<number>("ahead")) ?? 0;
    this.queue = await store.events();
    const [chosen, muted] = [await store.fact<string>("at"), await store.fact<boolean>("muted")];
    await this.readList();
    this.show({ phase: this.device ? "ready" : "naming", at: chosen ?? null, muted: muted ?? false });
    for (const kind of ["online", "focus"]) addEventListener(kind, this.soon);
    document.addEventListener("visibilitychange", this.soon);
    void this.turn();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    for (const kind of ["online", "focus"]) removeEventListener(kind, this.soon);
    document.removeEventListener("visibilitychange", this.soon);
  }

  private async readList(): Promise<void> {
    const kept = await this.store.list();
    // another person's list isn't this one's
    if (kept && kept.head.userId !== this.me.id) return this.store.forgetLists();
    if (!kept) return;
    [this.base, this.head, this.told] = [kept.list, kept.head, kept.entries];
    this.view = { ...this.view, listAt: Date.parse(kept.list.now) };
    await this.dropOver();
  }

  /** Takes off the phone what it may not keep any longer. */
  private async dropOver(): Promise<void> {
    const over = this.base?.departures.filter((night) => isOver(night, this.now())) ?? [];
    if (!this.base || over.length === 0) return;
    const ids = over.map(({ id }) => id);
    this.base = { ...this.base, departures: this.base.departures.filter(({ id }) => !ids.includes(id)) };
    await Promise.all(ids.map((id) => this.store.dropNight(id)));
  }

  private soon = (): void => {
    clearTimeout(this.timer);
    if (!this.closed && document.visibilityState === "visible") this.timer = setTimeout(() => void this.turn(), 0);
  };

  /** One round: upload, hear what changed, fetch the list when it is due; then the next round is planned. */
  private async turn(): Promise<void> {
    await this.inTurn(async () => {
      await this.dropOver();
      if (this.device) await this.sync(nextBatch(this.queue), PATIENCE_MS * 4);
      if (this.view.phase !== "ended") await this.fetchList();
    });
    const isDone = this.view.phase === "ended" && this.queue.length === 0;
    if (this.closed || isDone) return;
    clearTimeout(this.timer);
    const more = this.failures === 0 && this.queue.length > 0 && this.device;
    const pause = more ? 0 : this.failures > 0 ? pauseAfter(this.failures) : POLL_MS;
    if (document.visibilityState === "visible") this.timer = setTimeout(() => void this.turn(), pause);
  }

  /** One after the other: an answer that arrives late must not undo a later one. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.busy.then(work, work);
    this.busy = done.catch(() => {});
    return done;
  }

  /** Sends events and takes the answer in; null when none came in time. */
  private async sync(events: readonly DoorEvent[], patience: number): Promise<SyncAnswer | null> {
    const { device, base } = this;
    if (!device) return null;
    const sent = Date.now();
    const input: SyncInput = {
      sent_at: new Date(sent).toISOString(),
      departure_ids: base?.departures.map(({ id }) => id) ?? [],
      since: this.head?.cursor ?? null,
      events: [...events],
    };
    let answer: SyncAnswer;
    try {
      const response = await fetch("/api/door/sync", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${device.secret}` },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(patience),
      });
      if (response.status === 401) {
        // the server has never heard of this device, or no longer: nobody will take its events
        await this.forgetDevice();
        return null;
      }
      if (!response.ok) throw new Error(String(response.status));
      answer = (await response.json()) as SyncAnswer;
    } catch {
      this.failures += 1;
      this.show({ offlineSince: this.view.offlineSince ?? this.now() });
      return null;
    }
    this.failures = 0;
    await this.heard(answer, events, (sent + Date.now()) / 2);
    return answer;
  }

  private async heard(answer: SyncAnswer, events: readonly DoorEvent[], at: number): Promise<void> {
    const { store } = this;
    const ahead = Math.round(at - Date.parse(answer.now));
    // a second's change is the line's, not the clock's
    if (Math.abs(ahead - this.aheadMs) > 1000) {
      this.aheadMs = ahead;
      await store.keepFact("ahead", ahead);
    }
    const changes = new Map<string, Entry | null>(answer.changes.map(({ ticket_id, entry }) => [ticket_id, entry]));
    for (const { id, entry, result } of answer.answers) {
      const ticket = events.find((event) => event.id === id)?.ticket_id;
      if (ticket && !changes.has(ticket) && (entry || result === "stored")) changes.set(ticket, entry);
    }
    for (const [ticket, entry] of changes) this.told.set(ticket, entry);
    if (this.head) {
      this.head = { ...this.head, cursor: answer.cursor };
      if (changes.size > 0) await store.keepEntries(changes, this.head);
    }
    await this.forget(acknowledged(answer.answers));
    if (this.base && answer.list_version !== this.base.version && !answer.revoked) this.listFetchedAt = 0;
    if (answer.revoked) await this.end();
    this.show({ offlineSince: null });
  }

  private async forget(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const gone = new Set(ids);
    this.queue = this.queue.filter(({ id }) => !gone.has(id));
    await this.store.forgetEvents(gone);
  }

  private async fetchList(): Promise<void> {
    if (this.failures > 0 || (this.listFetchedAt > 0 && performance.now() - this.listFetchedAt < LIST_MS)) return;
    const cursor = this.head?.cursor ?? null;
    let list: DoorList;
    try {
      const response = await fetch(this.path("/list"), {
        headers: { "x-by-itself": "1", ...(this.base ? { "if-none-match": `"${this.base.version}"` } : {}) },
        signal: AbortSignal.timeout(PATIENCE_MS * 10),
        redirect: "manual",
      });
      if (response.type === "opaqueredirect" || response.status === 401 || response.status === 403)
        return await this.leaveLists(response.status === 403);
      if (response.status === 304) {
        this.listFetchedAt = performance.now();
        return this.show({ listAt: this.now() });
      }
      if (!response.ok) throw new Error(String(response.status));
      list = (await response.json()) as DoorList;
    } catch {
      this.failures += 1;
      return this.show({ offlineSince: this.view.offlineSince ?? this.now() });
    }
    this.listFetchedAt = performance.now();
    this.base = list;
    this.told = new Map();
    const { departures, ...rest } = list;
    this.head = { ...rest, order: departures.map(({ id }) => id), userId: this.me.id, cursor };
    await this.store.keepList(list, { userId: this.me.id, cursor }, (night) => Date.parse(night.ends_at) + KEEP_MS);
    this.show({
      listAt: Date.parse(list.now),
      ...(this.view.phase === "signed_out" ? { phase: "ready" as const } : {}),
    });
  }

  /** Fetches the list at once: a ticket may have been bought since. */
  async renewList(): Promise<void> {
    this.listFetchedAt = 0;
    await this.inTurn(() => this.fetchList());
  }

  /** Nobody is signed in any more, or may not see the lists: they leave the phone. */
  private async leaveLists(refused: boolean): Promise<void> {
    [this.base, this.head, this.told] = [null, null, new Map()];
    this.listFetchedAt = performance.now();
    await this.store.forgetLists();
    this.show({ phase: "signed_out", refused, listAt: null });
  }

  /** Somebody else uses the phone now. */
  async forgetAll(): Promise<void> {
    await this.leaveLists(false);
  }

  /** The device was revoked: no guest stays here, and what is still to be sent goes on. */
  private async end(): Promise<void> {
    [this.base, this.head, this.told] = [null, null, new Map()];
    await this.store.forgetLists();
    this.view = { ...this.view, phase: "ended", listAt: null };
  }

  private async forgetDevice(): Promise<void> {
    this.device = null;
    await this.store.dropFact("device");
    this.show({ phase: this.view.phase === "ended" ? "ended" : "naming" });
  }

  /** After the end: the phone may become another device. */
  startAnew = async (): Promise<void> => {
    this.view = { ...this.view, phase: "naming" };
    this.listFetchedAt = 0;
    await this.forgetDevice();
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
      this.device = { id: made.id, secret: made.secret, name };
    } catch {
      return false;
    }
    await this.store.keepFact("device", this.device);
    this.show({ phase: "ready" });
    this.soon();
    return true;
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

  /** Keeps events on the phone, and sends them as soon as the line is free. */
  async tell(events: readonly DoorEvent[]): Promise<void> {
    const known = new Map(events.map((event) => [event.id, event]));
    this.queue = [...this.queue.filter(({ id }) => !known.has(id)), ...events];
    await this.store.keepEvents(events);
    this.show();
    this.soon();
  }

  /** Whether the server may be asked at all: after a failure the phone decides alone until a round has succeeded. */
  get isOnline(): boolean {
    return this.failures === 0 && navigator.onLine && this.device !== null;
  }

  /**
   * Lets tickets in: asks the server, and when it doesn't answer in time decides alone. Returns what the server said of each event,
   * or null when it was this phone's decision.
   */
  async enter(
    ticketIds: readonly string[],
    way: DoorEvent["way"],
  ): Promise<{ events: DoorEvent[]; answers: EventAnswer[] | null }> {
    const asking = ticketIds.map((ticket_id) => this.made({ kind: "in", way, ticket_id, offline: false }));
    if (this.isOnline) {
      // still a question: after a crash it is asked again, and nobody was told the answer
      await this.store.keepEvents(asking);
      const answer = await this.sync(asking, PATIENCE_MS);
      if (answer) return { events: asking, answers: answer.answers };
    }
    const told = asking.map((event) => ({ ...event, offline: true }));
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
      this.listFetchedAt = 0;
      await this.inTurn(() => this.fetchList());
      return response.ok ? { ok: true } : { ok: false, reason: answer.reason ?? "" };
    } catch {
      return { ok: false, reason: "offline" };
    }
  }
}
