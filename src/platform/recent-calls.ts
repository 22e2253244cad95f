const SLOT_MS = 10_000;
/** Five minutes, as the alert RondaProviderFailing has it. */
const SLOTS = 30;
/** As many failures in a row as it takes until a provider isn't asked for a while (guard-provider). */
const FEWEST = 5;

type Slot = { number: number; calls: number; failed: number };

/** Counts the calls to providers of the last five minutes, in slots of ten seconds. Times are milliseconds of any one clock. */
export class RecentCalls {
  readonly #slots = new Map<string, Slot[]>();

  add(provider: string, { failed, at }: { failed: boolean; at: number }): void {
    const number = Math.floor(at / SLOT_MS);
    const slots = this.#of(provider, number);
    const last = slots.at(-1);
    const slot = last?.number === number ? last : { number, calls: 0, failed: 0 };
    if (slot !== last) slots.push(slot);
    slot.calls++;
    if (failed) slot.failed++;
    this.#slots.set(provider, slots);
  }

  /** The share of failed calls by provider; one that was hardly asked is left out. */
  shares(at: number): Map<string, number> {
    const shares = new Map<string, number>();
    for (const provider of this.#slots.keys()) {
      const slots = this.#of(provider, Math.floor(at / SLOT_MS));
      const calls = slots.reduce((sum, slot) => sum + slot.calls, 0);
      const failed = slots.reduce((sum, slot) => sum + slot.failed, 0);
      if (calls >= FEWEST) shares.set(provider, failed / calls);
    }
    return shares;
  }

  #of(provider: string, now: number): Slot[] {
    return (this.#slots.get(provider) ?? []).filter(({ number }) => number > now - SLOTS);
  }
}
