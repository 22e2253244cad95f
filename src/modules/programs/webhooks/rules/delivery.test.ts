import { describe, expect, test } from "vitest";
import { errorOf, nextTry, outcomeOf, pauseUntil } from "#src/modules/programs/webhooks/rules/delivery.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const DAY_S = 86_400;

describe("the next try", () => {
  test.each([
    [1, 10],
    [2, 60],
    [3, 300],
    [4, 1200],
    [5, 3600],
    [6, 7200],
    [7, 14_400],
    [8, 28_800],
    [9, 28_800],
    [40, 28_800],
  ])("after %i failures within %i s", (attempts, most) => {
    expect(nextTry(attempts, NOW, NOW, 1)).toEqual(after(most));
    expect(nextTry(attempts, NOW, NOW, 0.5)).toEqual(after(most / 2));
    expect(nextTry(attempts, NOW, NOW, 0)).toEqual(after(1));
  });

  test("the last one is after three days, and none follows", () => {
    const firstAt = after(-3 * DAY_S + 60);
    expect(nextTry(20, firstAt, NOW, 1)).toEqual(after(60));
    expect(nextTry(21, firstAt, after(60), 1)).toBeNull();
    expect(nextTry(21, firstAt, after(61), 0)).toBeNull();
  });

  test("whatever the dice say, it ends after three days", () => {
    for (let random = 0; random <= 1; random += 0.125) {
      let [at, attempts] = [NOW, 0];
      for (let next: Date | null = NOW; next; next = nextTry(attempts, NOW, at, Math.max(random, 0.05))) {
        expect(next.getTime()).toBeLessThanOrEqual(after(3 * DAY_S).getTime());
        at = next;
        attempts += 1;
      }
      expect(at).toEqual(after(3 * DAY_S));
    }
  });
});

describe("a pause that is asked for", () => {
  test.each([
    [null, null],
    ["", null],
    ["soon", null],
    ["-5", null],
    ["0", null],
    ["120", after(120)],
    ["3600", after(3600)],
    ["86400", after(3600)],
    ["99999999999", after(3600)],
    ["9".repeat(400), after(3600)],
    ["1e9", null],
    ["Infinity", null],
    ["1.5", null],
    ["120, 120", null],
    ["Fri, 20 Nov 2026 18:02:00 GMT, later", null],
    ["Fri, 31 Dec 9999 23:59:59 GMT", after(3600)],
    ["Thu, 01 Jan 1970 00:00:00 GMT", null],
    ["Fri, 20 Nov 2026 18:02:00 GMT", after(120)],
    ["Fri, 20 Nov 2026 17:58:00 GMT", null],
    ["Sat, 21 Nov 2026 18:00:00 GMT", after(3600)],
  ])("%s", (header, until) => expect(pauseUntil(header, NOW)).toEqual(until));
});

describe("what becomes of a message", () => {
  const outcomeOfStatus = (status: number, retryAfter: string | null = null) =>
    outcomeOf({ ok: true, status, retryAfter }, { attempts: 1, firstAt: NOW, now: NOW, random: 1 });

  test.each([200, 201, 202, 204, 299])("%i: it came", (status) =>
    expect(outcomeOfStatus(status)).toEqual({ state: "delivered" }),
  );
  test("410: nobody wants it", () => expect(outcomeOfStatus(410)).toEqual({ state: "dead", gone: true }));
  test.each([100, 301, 302, 307, 308, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504])("%i: again", (status) =>
    expect(outcomeOfStatus(status)).toEqual({ state: "queued", nextAt: after(10), pause: null }),
  );
  test.each([429, 503])("%i with a pause: then", (status) =>
    expect(outcomeOfStatus(status, "90")).toEqual({ state: "queued", nextAt: after(90), pause: after(90) }),
  );
  test("a pause shorter than the wait", () =>
    expect(outcomeOfStatus(503, "2")).toEqual({ state: "queued", nextAt: after(10), pause: after(2) }));
  test("any other answer asks for no pause", () =>
    expect(outcomeOfStatus(500, "90")).toMatchObject({ nextAt: after(10) }));
  test("no answer: again", () => {
    const answer = { ok: false, why: "no_connection", says: "ECONNREFUSED" } as const;
    const tried = { attempts: 2, firstAt: NOW, now: NOW, random: 1 };
    expect(outcomeOf(answer, tried)).toEqual({ state: "queued", nextAt: after(60), pause: null });
    expect(errorOf(answer)).toBe("no_connection ECONNREFUSED");
  });
  test("no answer for three days: the end, also where a pause is asked for", () => {
    const tried = { attempts: 30, firstAt: after(-3 * DAY_S), now: NOW, random: 1 };
    expect(outcomeOf({ ok: false, why: "too_slow", says: "" }, tried)).toEqual({ state: "dead", gone: false });
    expect(outcomeOf({ ok: true, status: 503, retryAfter: "60" }, tried)).toEqual({ state: "dead", gone: false });
  });
});
