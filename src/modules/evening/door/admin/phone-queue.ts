import type { Entry } from "#src/modules/evening/door/schema.ts";
import { isStillAsked, type KeptEvent } from "#src/modules/evening/door/rules/queue.ts";
import type { Store } from "./phone-store.ts";

/** How long a decision waits for what it writes to the phone's storage. */
const STORE_MS = 500;

/** What comes of some work within a time; undefined when that is over first. Milliseconds. */
export const within = <T>(work: Promise<T>, ms: number): Promise<T | undefined> =>
  Promise.race([
    work,
    new Promise<undefined>((resolve) => {
      setTimeout(resolve, ms);
    }),
  ]);

/** What this phone still has to send: events, oldest first, and questions that nobody was told an answer of. */
export class PhoneQueue {
  events: KeptEvent[] = [];
  /** questions by ticket */
  asked = new Map<string, KeptEvent>();
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  /** Reads what was kept; a question of another device than this one isn't asked again. */
  async open(device: string | undefined): Promise<void> {
    const kept = await this.store.events();
    this.events = kept.filter(({ offline }) => offline);
    for (const event of kept.filter(({ offline }) => !offline)) {
      if (event.ticket_id && event.device === device) this.asked.set(event.ticket_id, event);
      else void this.store.forgetEvents(new Set([event.id]));
    }
  }

  of = (device: string | undefined): KeptEvent[] => this.events.filter((event) => event.device === device);

  /** Keeps events to be sent; one that answers a question takes its place. */
  async add(events: readonly KeptEvent[]): Promise<void> {
    const known = new Map(events.map((event) => [event.id, event]));
    this.events = [...this.events.filter(({ id }) => !known.has(id)), ...known.values()];
    for (const [ticket, { id }] of this.asked) if (known.has(id)) this.asked.delete(ticket);
    await within(this.store.keepEvents([...known.values()]), STORE_MS);
  }

  /** Keeps questions, until they are answered or too old. */
  async ask(events: readonly KeptEvent[]): Promise<void> {
    for (const event of events) this.asked.set(event.ticket_id ?? "", event);
    await within(this.store.keepEvents(events), STORE_MS);
  }

  forget(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const gone = new Set(ids);
    this.events = this.events.filter(({ id }) => !gone.has(id));
    for (const [ticket, { id }] of this.asked) if (gone.has(id)) this.asked.delete(ticket);
    void this.store.forgetEvents(gone);
  }

  /** Forgets questions that are too old to be asked again. */
  dropAsked(entryOf: (ticket: string) => Entry | null | undefined): void {
    for (const [ticket, event] of this.asked)
      if (!isStillAsked(event, entryOf(ticket), Date.now())) this.forget([event.id]);
  }

  /** Hands what was done on devices that the server has forgotten over to a new one. */
  async adopt(isLost: (device: string) => boolean, next: string): Promise<void> {
    const lost = this.events.filter(({ device }) => isLost(device)).map((event) => ({ ...event, device: next }));
    const ids = new Set(lost.map(({ id }) => id));
    this.events = [...lost, ...this.events.filter(({ id }) => !ids.has(id))];
    if (lost.length > 0) await this.store.keepEvents(lost);
  }
}
