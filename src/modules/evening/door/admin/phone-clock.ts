import { CLOCK_OFF_MS } from "#src/modules/evening/door/rules/entry.ts";
import { CLOCK_SET_MS } from "#src/modules/evening/door/rules/queue.ts";
import type { Store } from "./phone-store.ts";

/** Differs once the clock was set, or the phone has slept. Milliseconds. */
const skew = () => Date.now() - performance.now();

/** How the phone's clock stands to the server's. */
export class PhoneClock {
  aheadMs = 0;
  /** `skew()` when `aheadMs` was measured; null before it was on this page */
  private measuredAt: number | null = null;
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  async open(): Promise<void> {
    this.aheadMs = (await this.store.fact<number>("ahead")) ?? 0;
  }

  /** The server's time, as far as the phone knows it. */
  now = (): number => Date.now() - this.aheadMs;

  /** How far the phone's clock is ahead; null where nobody would see it. */
  get off(): number | null {
    return Math.abs(this.aheadMs) >= CLOCK_OFF_MS ? this.aheadMs : null;
  }

  /** Whether it was compared with the server's on this page, and not set since. */
  get isKnown(): boolean {
    return this.measuredAt !== null && Math.abs(skew() - this.measuredAt) < CLOCK_SET_MS;
  }

  /** The server said `now` when the phone's clock said `at`. */
  measure(at: number, now: string): void {
    const ahead = Math.round(at - Date.parse(now));
    this.measuredAt = skew();
    // a second's change is the line's, not the clock's
    if (Math.abs(ahead - this.aheadMs) <= 1000) return;
    this.aheadMs = ahead;
    void this.store.keepFact("ahead", ahead);
  }
}
