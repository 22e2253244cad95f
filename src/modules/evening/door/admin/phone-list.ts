import type { DoorList, Entry } from "#src/modules/evening/door/schema.ts";
import { isOver } from "#src/modules/evening/door/rules/guest-list.ts";
import { KEEP_MS, LIST_MS, PATIENCE_MS, pauseAfter } from "#src/modules/evening/door/rules/queue.ts";
import { findTicket } from "#src/modules/evening/door/rules/verdict.ts";
import type { ListHead, Lists } from "./list-store.ts";

/**
 * What came of asking for the list. null: nothing, for now · other: it is somebody else's · signed_out, refused: it may not be here.
 */
export type Fetched = "new" | "same" | "other" | "signed_out" | "refused" | null;

const isSame = (a: Entry | null | undefined, b: Entry | null): boolean =>
  a !== undefined && a?.event === b?.event && a?.id_seen === b?.id_seen && a?.by === b?.by && a?.device === b?.device;

/** The guest lists on this phone, and later changes from the server. */
export class PhoneList {
  base: DoorList | null = null;
  head: ListHead | null = null;
  /** changes that the server sent after the list, with their arrival by the page's clock */
  told = new Map<string, Entry | null>();
  private heardAt = new Map<string, number>();
  /** the server's time of the newest answer that was taken in */
  private heardNow = "";
  private failures = 0;
  private dueAt = 0;
  /** changes when the lists leave the phone: a list that was asked for before isn't taken in */
  private generation = 0;
  /** whether somebody has used the phone since the last list: staff sessions end when nobody does */
  private isUsed = true;
  private readonly userId: string;
  private readonly store: Lists;

  constructor(userId: string, store: Lists) {
    this.userId = userId;
    this.store = store;
  }

  async open(): Promise<void> {
    const list = await this.store.list();
    // another person's list isn't this one's
    if (list && list.head.userId !== this.userId) return this.store.forgetLists();
    if (list) [this.base, this.head, this.told] = [list.list, list.head, list.entries];
  }

  listed = (ticketId: string): Entry | undefined =>
    (this.base && findTicket(this.base, ({ id }) => id === ticketId))?.ticket.in;

  /** The entry of a ticket that the server has told last. */
  entryOf = (ticketId: string): Entry | null | undefined =>
    this.told.has(ticketId) ? this.told.get(ticketId) : this.listed(ticketId);

  /** Takes off the phone what it may not keep any longer. */
  dropOver(now: number): void {
    const over = this.base?.departures.filter((night) => isOver(night, now)) ?? [];
    if (!this.base || over.length === 0) return;
    const ids = over.map(({ id }) => id);
    this.base = { ...this.base, departures: this.base.departures.filter(({ id }) => !ids.includes(id)) };
    for (const id of ids) void this.store.dropNight(id);
  }

  used = (): void => {
    this.isUsed = true;
  };

  /** Whether an answer was overtaken by a later one. */
  isStale = (now: string): boolean => now < this.heardNow;

  /**
   * Takes in what an upload told; `news` is the answer itself where it wasn't overtaken. A cursor looks back, so most of it was told
   * before. Whether anything was new.
   */
  hear(changes: ReadonlyMap<string, Entry | null>, news: { now: string; cursor: string } | null): boolean {
    const fresh = new Map([...changes].filter(([ticket, entry]) => !isSame(this.told.get(ticket), entry)));
    for (const [ticket, entry] of fresh) this.told.set(ticket, entry);
    for (const ticket of changes.keys()) this.heardAt.set(ticket, performance.now());
    if (news) this.heardNow = news.now;
    if (!this.head) return fresh.size > 0;
    if (news) this.head = { ...this.head, cursor: news.cursor };
    if (fresh.size > 0) void this.store.keepEntries(fresh, this.head);
    return fresh.size > 0;
  }

  /** The server's list is another one by now. */
  outdate(version: string): void {
    if (this.base && version !== this.base.version && this.failures === 0) this.dueAt = 0;
  }

  get isDue(): boolean {
    return performance.now() >= this.dueAt;
  }

  /** Has the list fetched by the next round; `ms`: not before. */
  due(ms = 0): void {
    this.dueAt = ms === 0 ? 0 : performance.now() + ms;
  }

  /** Fetches the list from an address of the scanner. */
  async fetch(address: string): Promise<Fetched> {
    const { generation, isUsed, head } = this;
    const began = performance.now();
    this.isUsed = false;
    let list: DoorList;
    let etag: string;
    try {
      const response = await fetch(address, {
        headers: { ...(isUsed ? {} : { "x-by-itself": "1" }), ...(head?.etag ? { "if-none-match": head.etag } : {}) },
        signal: AbortSignal.timeout(PATIENCE_MS * 10),
        redirect: "manual",
      });
      if (generation !== this.generation) return null;
      if (response.type === "opaqueredirect" || response.status === 401) return "signed_out";
      if (response.status === 403) return "refused";
      if (!response.ok && response.status !== 304) throw new Error(String(response.status));
      const user = response.headers.get("door-user");
      if (user !== null && user !== this.userId) return "other";
      if (response.status === 304) {
        this.came();
        return "same";
      }
      etag = response.headers.get("etag") ?? "";
      list = (await response.json()) as DoorList;
    } catch {
      // only the door's own line says whether the phone is offline
      this.failures += 1;
      this.due(pauseAfter(this.failures));
      this.isUsed ||= isUsed;
      return null;
    }
    if (generation !== this.generation) return null;
    this.came();
    this.take(list, { etag, cursor: head?.cursor ?? null, began });
    return "new";
  }

  private take(list: DoorList, { etag, cursor, began }: { etag: string; cursor: string | null; began: number }): void {
    this.base = list;
    // what was heard while the list was on its way isn't on it
    this.told = new Map([...this.told].filter(([ticket]) => (this.heardAt.get(ticket) ?? 0) >= began));
    this.heardAt = new Map([...this.heardAt].filter(([ticket]) => this.told.has(ticket)));
    if (list.now > this.heardNow) this.heardNow = list.now;
    const { departures, ...rest } = list;
    const own = { userId: this.userId, cursor, etag };
    this.head = { ...rest, order: departures.map(({ id }) => id), ...own };
    void this.store.keepList(list, own, (night) => Date.parse(night.ends_at) + KEEP_MS);
    if (this.told.size > 0) void this.store.keepEntries(this.told, this.head);
  }

  private came(): void {
    this.failures = 0;
    this.due(LIST_MS);
  }

  /** Takes the lists out of memory; one that is on its way isn't taken in anymore. */
  drop(): void {
    this.generation += 1;
    [this.base, this.head, this.told, this.heardAt] = [null, null, new Map(), new Map()];
  }
}
