import { expect, test } from "vitest";
import { checkPassword } from "#src/modules/base/identity/check-password.server.ts";
import { confirmEmailChange } from "#src/modules/base/identity/confirm-email-change.server.ts";
import { confirmSignUp } from "#src/modules/base/identity/confirm-sign-up.server.ts";
import { newcomer, signer, user } from "#src/modules/base/identity/hash-credential.server.ts";
import { joinTeam } from "#src/modules/base/identity/join-team.server.ts";
import { resetPassword } from "#src/modules/base/identity/reset-password.server.ts";
import { signIn } from "#src/modules/base/identity/sign-in.server.ts";
import { signUp } from "#src/modules/base/identity/sign-up.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { FairQueue, isNotServed } from "#src/platform/fair-queue.server.ts";
import type { HashAsker } from "#src/platform/hash-password.server.ts";
import { PASSWORD, requestAt, sentBack, tokenIn } from "#tests/accounts.ts";
import { quickHasher } from "#tests/quick-hashes.ts";
import { freshDatabase } from "#tests/database.ts";
import { BROWSER, signingUp } from "#tests/signing-up.ts";

// Whose turn it is to have a password hashed, and what becomes of who isn't served. The queue's own rules: platform/fair-queue.test.ts.

const database = freshDatabase();
const { account, cookiesOf, person, emailsTo } = signingUp(database);

const outcome = (work: Promise<{ ok: boolean; reason?: string }>) =>
  work.then(
    (done) => done.reason ?? "ok",
    (error: unknown) => (isNotServed(error) ? error.why : String(error)),
  );

/** Every try that is counted against somebody, and every noted failure. */
async function counted() {
  const { rows } = await database.services.pool.query<{ uses: number; failures: number; noted: number }>(`
    select (select coalesce(sum(count), 0)::int from rate_counters where key not like 'slowed:%') as uses,
           (select coalesce(sum(failures), 0)::int from sign_in_tries) as failures,
           (select count(*)::int from access_log where outcome = 'failed') as noted`);
  return rows[0]!;
}

/** Requests to a process that is hashing until `release`, with room for one more in each line. */
function busyProcess() {
  const queue = new FairQueue({ atOnce: 1, waiting: 1, calm: 8, overtaken: 150 });
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const held = queue.take({ line: "sign-in", shares: ["held", "held"], ahead: 0 }, () => promise);
  const services = { ...database.services, hasher: quickHasher(queue) };
  /** A request, what makes its client hang up, and when it has come to the queue. */
  const from = (address: string, over: Partial<RequestContext> = {}) => {
    const gone = new AbortController();
    const { promise: waits, resolve: rest } = Promise.withResolvers<void>();
    const ctx = requestAt(services, address, { request: { signal: gone.signal, rest }, ...over });
    return { ctx, waits, hangUp: () => gone.abort() };
  };
  return { queue, from, release: () => (release(), held) };
}

test("who signed in before counts by account and goes first; everybody else counts by network, and newcomers wait apart", async () => {
  await account("known@example.test");
  const cookie = sentBack(await cookiesOf("known@example.test"));
  const ctx = requestAt(database.services, "203.0.113.7");
  const far = requestAt(database.services, "2001:db8:7:8::/64");
  expect(signer(far, "known@example.test", "")).toMatchObject({
    line: "sign-in",
    shares: ["2001:db8:7::/48", "around 2001.db8"],
    ahead: 0,
  });
  const byNetwork = { line: "sign-in", shares: ["203.0.113.0/24", "around 203.0"], ahead: 0 };
  expect(signer(ctx, "other@example.test", cookie), "not of this account").toMatchObject(byNetwork);
  const existing = { line: "sign-in", shares: ["account:known@example.test", "around 203.0"], ahead: 4 };
  expect(signer(ctx, "Known@example.test", cookie)).toMatchObject(existing);
  const owner = { line: "sign-in", shares: ["account:u", "around 203.0"], ahead: 4 };
  expect(user({ ...ctx, actor: { ...ctx.actor, userId: "u" } })).toMatchObject(owner);
  expect(newcomer(ctx)).toMatchObject({ ...byNetwork, line: "newcomers" });
  expect(user(ctx), "nobody signed in").toMatchObject(newcomer(ctx));
});

test("where too many of a network wait, its tries are refused before anything is done for them, at every door", async () => {
  const { queue, from, release } = busyProcess();
  const address = "203.0.113.9";
  const { ctx } = from(address);
  const waiting = [signer(ctx, "x@example.test", ""), newcomer(ctx)].map((asker) => queue.take(asker, async () => {}));
  const before = await counted();
  const doors = {
    signIn: signIn(ctx, { email: "x@example.test", password: PASSWORD }),
    signUp: signUp(ctx, person("x@example.test")),
    confirmSignUp: confirmSignUp(ctx, "token", { password: PASSWORD }, BROWSER),
    confirmEmailChange: confirmEmailChange(ctx, "token", PASSWORD, BROWSER),
    resetPassword: resetPassword(ctx, { token: "token", password: PASSWORD }),
    joinTeam: joinTeam(ctx, "token", { first_name: "A", last_name: "B", password: PASSWORD }, BROWSER),
  };
  for (const [door, work] of Object.entries(doors)) expect([door, await outcome(work)]).toEqual([door, "full"]);
  expect(await counted()).toEqual(before);
  await release();
  await Promise.all(waiting);
  // the negative control: with room in the line each of them is counted
  expect(await outcome(signIn(ctx, { email: "x@example.test", password: PASSWORD }))).toBe("sign_in_failed");
  expect(await counted()).not.toEqual(before);
});

test("who is pushed out of the line by those who ask for less, or hangs up, has made no try and left nothing behind", async () => {
  await account("waits@example.test");
  const { id } = await database.services.db
    .selectFrom("user")
    .select("id")
    .where("email", "=", "waits@example.test")
    .executeTakeFirstOrThrow();
  const { queue, from, release } = busyProcess();
  const before = await counted();
  const wrong = { email: "waits@example.test", password: "not the one" };

  const signs = from("203.0.113.10");
  const signing = outcome(signIn(signs.ctx, wrong));
  await signs.waits;
  expect(await counted(), "counted while it waits").not.toEqual(before);
  signs.hangUp();
  expect(await signing).toBe("left");
  expect(await counted()).toEqual(before);

  const joins = from("203.0.113.11");
  const joining = outcome(signUp(joins.ctx, person("leaves@example.test")));
  await joins.waits;
  joins.hangUp();
  expect(await joining).toBe("left");
  expect(await emailsTo("leaves@example.test")).toEqual([]);

  const owns = from("203.0.113.12");
  const owner = { ...owns.ctx, actor: { ...owns.ctx.actor, userId: id } };
  const owning = outcome(checkPassword(owner, "not the one", ""));
  await owns.waits;
  owns.hangUp();
  expect(await owning).toBe("left");
  expect(await counted()).toEqual(before);

  const pushed = from("203.0.113.10");
  const pushing = outcome(signIn(pushed.ctx, wrong));
  await pushed.waits;
  const other = queue.take({ line: "sign-in", shares: ["other", "other"], ahead: 4 }, async () => {});
  expect(await pushing).toBe("full");
  expect(await counted()).toEqual(before);

  await release();
  await other;
  expect(await counted(), "none of them is tried after all").toEqual(before);
  expect(await outcome(signIn(from("203.0.113.10").ctx, wrong)), "with its turn it is a try").toBe("sign_in_failed");
  expect(await counted()).toMatchObject({ noted: before.noted + 1 });
});

test("who has confirmed their address is told so, even where signing in must wait for another time", async () => {
  expect(await signUp(requestAt(database.services), person("confirms@example.test"))).toEqual({ ok: true });
  await database.work();
  const token = tokenIn((await emailsTo("confirms@example.test")).at(-1)!.text);
  const { queue, from, release } = busyProcess();
  const stranger = signer(from("203.0.113.13").ctx, "confirms@example.test", "");
  const waiting = queue.take(stranger, async () => {});
  // a process that has time for newcomers, and a full line at the sign-in
  const idle = quickHasher();
  const hasher = {
    ...idle,
    expectRoom: (asker: HashAsker) => (asker.line === "sign-in" ? queue : idle).expectRoom(asker),
  };
  const ctx = requestAt({ ...database.services, hasher }, "203.0.113.13");
  expect(await confirmSignUp(ctx, token, { password: PASSWORD }, BROWSER)).toEqual({ ok: true, cookies: [] });
  await release();
  await waiting;
  expect(await outcome(signIn(ctx, { email: "confirms@example.test", password: PASSWORD }))).toBe("ok");
});
