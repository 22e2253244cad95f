import { setTimeout as wait } from "node:timers/promises";

/**
 * Runs `work` and returns at the next multiple of `milliseconds` since it began, so that its duration doesn't reveal which of
 * two branches it took, as long as both fit into the same step.
 */
export async function constantTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  const elapsed = performance.now() - began;
  await wait(Math.ceil(elapsed / milliseconds) * milliseconds - elapsed);
  return done;
}
