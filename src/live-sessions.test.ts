import { expect, test } from "vitest";
import { LiveSessions } from "#src/live-sessions.server.ts";

/** Sessions of whose tokens some are live, with a clock and what the database was asked for. */
function sessionsWith(live: Map<string, string>) {
  const [request, clock] = [[] as string[], { now: 0 }];
  const ask = async (token: string) => {
    request.push(token);
    if (token === "broken") throw new Error("the database is away");
    return live.get(token) ?? null;
  };
  const tokenOf = (cookie: string) => (cookie.startsWith("session=") ? cookie.slice(8) : null);
  return { asked: request, clock, sessions: new LiveSessions(tokenOf, ask, () => clock.now) };
}

test("who has no session is nobody without a question", async () => {
  const { sessions, asked: request } = sessionsWith(new Map());
  expect(sessions.userOf("theme=dark")).toBeNull();
  await sessions.learn("theme=dark");
  expect(request).toEqual([]);
});

test.each([
  ["a live session", "a", "sofia"],
  ["one that has ended", "b", null],
])("%s is asked for once by all who come together, and again after some seconds", async (_, token, user) => {
  const { sessions, asked: request, clock } = sessionsWith(new Map([["a", "sofia"]]));
  const cookie = `session=${token}`;
  expect(sessions.userOf(cookie)).toBeUndefined();
  await Promise.all([sessions.learn(cookie), sessions.learn(cookie)]);
  expect(sessions.userOf(cookie)).toBe(user);
  await sessions.learn(cookie);
  clock.now = 9999;
  expect([sessions.userOf(cookie), request]).toEqual([user, [token]]);
  clock.now = 10_000;
  expect(sessions.userOf(cookie)).toBeUndefined();
  await sessions.learn(cookie);
  expect([sessions.userOf(cookie), request]).toEqual([user, [token, token]]);
});

test("without a database it isn't known, and the next one asks again", async () => {
  const { sessions, asked: request } = sessionsWith(new Map());
  for (let n = 0; n < 2; n++) await sessions.learn("session=broken");
  expect([sessions.userOf("session=broken"), request]).toEqual([undefined, ["broken", "broken"]]);
});

test("what is remembered is bounded", async () => {
  const { sessions } = sessionsWith(new Map());
  for (let n = 0; n <= 5000; n++) await sessions.learn(`session=${n}`);
  expect([sessions.userOf("session=0"), sessions.userOf("session=1")]).toEqual([undefined, null]);
});
