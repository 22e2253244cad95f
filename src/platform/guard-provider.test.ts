import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { guardProvider } from "#src/platform/guard-provider.server.ts";
import { ProviderRefused } from "#src/platform/payment-provider.server.ts";
import { scriptedProvider } from "#tests/scripted-provider.ts";

const company = () => {
  const provider = scriptedProvider("company");
  provider.says("x", { status: "open" });
  return { provider, guarded: guardProvider(provider, { timeoutMs: 10_000, failures: 5, restMs: 15_000 }) };
};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a call that hangs fails after ten seconds", async () => {
  const { provider, guarded } = company();
  provider.hangs();
  const state = guarded.fetchState("x");
  const failed = expect(state).rejects.toThrow("did not answer in 10000 ms");
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
});

test("after five failures it is left alone for fifteen seconds, then one call tries", async () => {
  const { provider, guarded } = company();
  provider.fails();
  for (let i = 0; i < 5; i++) await expect(guarded.fetchState("x")).rejects.toThrow("can't be reached");
  await expect(guarded.fetchState("x")).rejects.toThrow("not asked for a while");
  expect(provider.calls.fetchState).toBe(5);
  await vi.advanceTimersByTimeAsync(15_000);
  const both = await Promise.allSettled([guarded.fetchState("x"), guarded.fetchState("x")]);
  expect(both.map((r) => r.status)).toEqual(["rejected", "rejected"]);
  expect(provider.calls.fetchState).toBe(6);
  provider.wakes();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await guarded.fetchState("x")).toEqual({ status: "open" });
  expect(await guarded.fetchState("x")).toEqual({ status: "open" });
});

test("failures that are not in a row don't count", async () => {
  const { provider, guarded } = company();
  for (let i = 0; i < 20; i++) {
    provider.fails();
    await expect(guarded.fetchState("x")).rejects.toThrow("can't be reached");
    provider.wakes();
    expect(await guarded.fetchState("x")).toEqual({ status: "open" });
  }
});

test("answers that refuse a call are no failures, however many", async () => {
  const { provider } = company();
  const refusing = { ...provider, fetchDispute: () => Promise.reject(new ProviderRefused("no such dispute")) };
  const guarded = guardProvider(refusing);
  for (let i = 0; i < 20; i++) await expect(guarded.fetchDispute("x")).rejects.toThrow("no such dispute");
  expect(await guarded.fetchState("x")).toEqual({ status: "open" });
});
