import type { Entry } from "#src/modules/evening/door/schema.ts";
import { isStillAsked, type KeptEvent } from "#src/modules/evening/door/rules/queue.ts";
import { type Outbox, STORE_MS, within } from "#src/ui/outbox/outbox.ts";

/** What is to be sent, and facts about this phone, such as its device or its choice of a door. Nothing of it names a guest. */
export type DoorBox = Pick<
  Outbox<KeptEvent>,
  "open" | "rows" | "put" | "retry" | "settle" | "storage" | "fact" | "keepFact" | "dropFact"
>;

/** What this phone still has to send: events, oldest first, and questions whose answer hasn't been shown to anybody. */
export class PhoneQueue {
  events: KeptEvent[] = [];
  /** questions by ticket */
  asked = new Map<string, KeptEvent>();
  private readonly store: DoorBox;

  constructor(store: DoorBox) {
    this.store = store;
  }

  /** Reads the stored events; another device's question isn't asked again. */
  async open(device: string | undefined): Promise<void> {
    const rows = await this.store.rows();
    this.events = rows.filter(({ offline }) => offline);
    for (const event of rows.filter(({ offline }) => !offline)) {
      if (event.ticket_id && event.device === device) this.asked.set(event.ticket_id, event);
      else void this.store.settle(new Map([[event.id, null]]));
    }
  }

  of = (device: string | undefined): KeptEvent[] => this.events.filter((event) => event.device === device);

  /** Keeps events to be sent; one that answers a question takes its place. */
  async add(events: readonly KeptEvent[]): Promise<void> {
    const eventsById = new Map(events.map((event) => [event.id, event]));
    this.events = [...this.events.filter(({ id }) => !eventsById.has(id)), ...eventsById.values()];
    for (const [ticket, { id }] of this.asked) if (eventsById.has(id)) this.asked.delete(ticket);
    await within(this.store.put([...eventsById.values()]), STORE_MS);
  }

  /** Keeps questions, until they are answered or too old. */
  async ask(events: readonly KeptEvent[]): Promise<void> {
    for (const event of events) this.asked.set(event.ticket_id ?? "", event);
    await within(this.store.put(events), STORE_MS);
  }

  forget(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const gone = new Set(ids);
    this.events = this.events.filter(({ id }) => !gone.has(id));
    for (const [ticket, { id }] of this.asked) if (gone.has(id)) this.asked.delete(ticket);
    void this.store.settle(new Map(ids.map((id) => [id, null])));
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
    if (lost.length > 0) await this.store.put(lost);
  }
}
