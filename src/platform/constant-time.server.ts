import { setTimeout as wait } from "node:timers/promises";

/**
 * Does a piece of work and answers at the next whole step since it began: from how long it took nobody learns which of two ways it
 * went, as long as both fit into the same step.
 */
export async function constantTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  const taken = performance.now() - began;
  await wait(Math.ceil(taken / milliseconds) * milliseconds - taken);
  return done;
}
