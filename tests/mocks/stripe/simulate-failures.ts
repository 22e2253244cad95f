/**
 * How a call fails: `refused` before processing, `lost` after it, `spoiled` is processed but answered with an error that is
 * stored under the call's key, `silent` never answers.
 */
export type Failures = { kind: "refused" | "lost" | "spoiled" | "silent"; status: number; only?: RegExp | undefined };

/** Decides which calls fail and how slow they are. */
export function openFailures(random: () => number) {
  const next: Failures[] = [];
  let share: { of: number; ways: Failures[] } | null = null;
  let slow = (): number => 0;
  const applies = ({ only }: Failures, call: string) => !only || only.test(call);
  return {
    /** The next `times` calls (matching `METHOD /path` against `only`) fail with a status. */
    fails: (times: number, status = 500, only?: RegExp) => {
      for (let n = 0; n < times; n++) next.push({ kind: "refused", status, only });
    },
    /** The next `times` calls are processed, but their answers get lost. */
    loses: (times: number, only?: RegExp) => {
      for (let n = 0; n < times; n++) next.push({ kind: "lost", status: 0, only });
    },
    /** The next `times` calls are processed, but answered with an error that is stored. */
    spoils: (times: number, only?: RegExp) => {
      for (let n = 0; n < times; n++) next.push({ kind: "spoiled", status: 500, only });
    },
    ignores: (times: number, only?: RegExp) => {
      for (let n = 0; n < times; n++) next.push({ kind: "silent", status: 0, only });
    },
    /** Every call fails with this probability, in one of these ways; 0 ends it. */
    often: (of: number, ways: Failures[] = [{ kind: "refused", status: 500 }]) =>
      void (share = of > 0 ? { of, ways } : null),
    /** Each call takes so long, or between so and so long. */
    isSlow: (ms: number, most = ms) => void (slow = () => ms + random() * (most - ms)),
    ends: () => {
      next.length = 0;
      share = null;
      slow = () => 0;
    },
    /** Waits as long as calls take now. */
    delay: () => {
      const ms = slow();
      return new Promise<void>((resolve) => (ms > 0 ? setTimeout(resolve, ms) : resolve()));
    },
    /** The failure of this call, or null. */
    meets: (call: string): Failures | null => {
      const index = next.findIndex((failures) => applies(failures, call));
      if (index >= 0) return next.splice(index, 1)[0]!;
      if (!share || random() >= share.of) return null;
      const way = share.ways[Math.floor(random() * share.ways.length)]!;
      return applies(way, call) ? way : null;
    },
  };
}
