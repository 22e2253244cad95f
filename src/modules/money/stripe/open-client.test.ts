import { expect, test } from "vitest";
import { withinBudget } from "#src/modules/money/stripe/open-client.server.ts";

type Client = Parameters<typeof withinBudget>[0];

const UNAVAILABLE = { getHeaders: () => ({}), getStatusCode: () => 503, getRawResponse: () => null };

/** Takes the thread until a time, as much work does. */
function blockUntil(time: number): void {
  while (performance.now() < time);
}

test.each([
  ["three times while there is time", 60_000, 0, [1, 2, 3]],
  ["no more once it is over", 1000, 1000, [1]],
])("what fails is tried %s", async (_, budgetMs, blockedMs, expected) => {
  const timeouts: number[] = [];
  const client = {
    makeRequest: async (...wish: unknown[]) => {
      timeouts.push(wish.at(-1) as number);
      if (blockedMs > 0) setImmediate(blockUntil, performance.now() + blockedMs);
      return UNAVAILABLE;
    },
  } as unknown as Client;
  const { makeRequest } = withinBudget(client);
  const answer = makeRequest("api.test", "443", "/v1/refunds", "POST", {}, "", "https", budgetMs);
  await (blockedMs > 0 ? expect(answer).rejects.toThrow("no time is left") : expect(answer).resolves.toBe(UNAVAILABLE));
  expect(timeouts.map((_timeout, index) => index + 1)).toEqual(expected);
  expect(Math.min(...timeouts)).toBeGreaterThan(0);
});
