import type { DoorBox } from "./phone-queue.ts";

/** This phone as a device of the door of one person: `secret` opens the uploads, also after signing out. */
export type Device = { id: string; name: string; secret: string; userId: string };

/** Who uses the phone, as the page says. */
export type Me = { id: string; name: string };

/** An earlier device of this phone that still has events to hand over. `unknown`: the server takes them no more under its name. */
export type Former = Device & { unknown?: true };

/** As which devices this phone is known: one of the person who uses it, and earlier ones that still have something to hand over. */
export class PhoneDevices {
  own: Device | null = null;
  former: Former[] = [];
  private readonly me: Me;
  private readonly store: DoorBox;

  constructor(me: Me, store: DoorBox) {
    this.me = me;
    this.store = store;
  }

  async open(): Promise<void> {
    const { store } = this;
    const [device, former] = await Promise.all([store.fact<Device>("device"), store.fact<Former[]>("former")]);
    this.former = former ?? [];
    if (device?.userId === this.me.id) this.own = device;
    else if (device) await this.retire(device);
  }

  get all(): readonly Device[] {
    return [...this.former, ...(this.own ? [this.own] : [])];
  }

  /** The device in whose name this person does something now; empty before there is one. */
  get mine(): string {
    return (this.own ?? this.former.findLast(({ userId }) => userId === this.me.id))?.id ?? "";
  }

  /** Whether the server will take what was done on a device: what it has forgotten waits for the same person's next one. */
  willSend(device: string): boolean {
    const old = this.former.find(({ id }) => id === device);
    return !old?.unknown || old.userId === this.me.id;
  }

  /** Whether what was done on a device goes over to a new one: the server has forgotten it, and it was the same person's. */
  isLost(device: string, next: Device): boolean {
    return this.former.some(({ id, unknown, userId }) => id === device && unknown && userId === next.userId);
  }

  /** An earlier device has handed everything over. */
  drop(old: Former): void {
    // until there is a new device, what this person does is its
    if (old.unknown && !this.own) return;
    this.former = this.former.filter(({ id }) => id !== old.id);
    void this.store.keepFact("former", this.former);
  }

  /** Keeps a device only for what it still has to hand over. */
  async retire(device: Former): Promise<void> {
    this.former = [...this.former.filter(({ id }) => id !== device.id), device];
    await this.store.keepFact("former", this.former);
    if (this.own?.id === device.id) this.own = null;
    await this.store.dropFact("device");
  }

  /** The server has never heard of this device, or no longer. */
  async forget(device: Device): Promise<void> {
    if (device === this.own) return this.retire({ ...device, unknown: true });
    this.former = this.former.map((old) => (old.id === device.id ? { ...old, unknown: true } : old));
    await this.store.keepFact("former", this.former);
  }

  /** Makes this phone a device, by an address of the scanner; null when the server didn't answer. */
  async register(name: string, address: string): Promise<Device | null> {
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name }),
      });
      if (!response.ok) return null;
      const device = (await response.json()) as { id: string; secret: string };
      this.own = { id: device.id, secret: device.secret, name, userId: this.me.id };
    } catch {
      return null;
    }
    await this.store.keepFact("device", this.own);
    return this.own;
  }
}
