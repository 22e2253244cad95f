import { setTimeout } from "node:timers/promises";
import { errorOf, outcomeOf } from "#src/modules/programs/webhooks/rules/delivery.ts";
import { dataOf, isFor } from "#src/modules/programs/webhooks/rules/event-types.ts";
import { openHeaders } from "#src/modules/programs/webhooks/seal-headers.server.ts";
import { headersOf } from "#src/modules/programs/webhooks/sign-message.server.ts";
import {
  type Claimed,
  claimDue,
  dropCrawls,
  dropEvents,
  dropNights,
  dueEndpoints,
  endDelivery,
  insertAvailability,
  insertCrawls,
  insertHolds,
  listeners,
  lockSpreading,
  spreadEvents,
  waitingEvents,
  wantedTypes,
} from "#src/modules/programs/webhooks/store.server.ts";
import { callOut } from "#src/platform/call-out.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { log } from "#src/platform/log.server.ts";

/** How many messages an endpoint is sent at a time; one that fails gets one. */
const AT_A_TIME = 16;
/** A message that is being sent counts as lost then: whoever sent it is dead. Far longer than a call may take. */
const LOST_MS = 60_000;
/** How often it is looked for what happened. */
const ROUND_SECONDS = 2;
/** A job goes on for so long, and another one follows it. */
const LONGEST_MS = 45_000;
const PORTION = 500;

/** Has what waits sent now rather than with the next round; in the caller's transaction, or by itself. */
export const sendSoon = (on: Parameters<typeof addJob>[0]): Promise<void> =>
  addJob(on, "webhooks.send", {}, { key: "webhooks.send", maxAttempts: 1 });

/** How a program that subscribed for itself is told: in the form of its protocol, which no module knows. */
export type WriteBody = (message: Pick<Claimed, "type" | "data">) => object;

/** What waits for a subscription is sent by the job alone, which is given its form. */
const unwritten: WriteBody = () => {
  throw new Error("a subscription was to be told without its form");
};

/**
 * Job: finds what happened, decides who is told, and sends what is due, each subject's messages in order. Comes again every two seconds
 * as long as there is an endpoint that is switched on. May run in two processes at a time, and may die at any point: what it was sending
 * is sent again a minute later, with the same id.
 */
export async function sendMessages(ctx: Context, write: WriteBody = unwritten): Promise<void> {
  if ((await wantedTypes(ctx.db)).size === 0) {
    await dropNights(ctx.db);
    await dropCrawls(ctx.db);
    return;
  }
  try {
    await sendUntilDone(ctx, write);
  } finally {
    await addJob(ctx.db, "webhooks.send", {}, { key: "webhooks.send", maxAttempts: 1, afterSeconds: ROUND_SECONDS });
  }
}

/** Goes on while anything is being sent, so that one slow endpoint keeps nobody else from theirs. */
async function sendUntilDone(ctx: Context, write: WriteBody): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  const isOver = () => performance.now() > end;
  const busy = new Map<string, Promise<void>>();
  do {
    await findEvents(ctx);
    while (await spread(ctx));
    for (const { id, is_failing: isFailing } of await dueEndpoints(ctx.db, ctx.clock())) {
      if (busy.has(id)) continue;
      const sending = sendTo(ctx, id, { isFailing, isOver, write }).catch((error: Error) =>
        log("error", "webhooks.not_sent", { endpoint: id, error: error.message }),
      );
      busy.set(
        id,
        sending.finally(() => busy.delete(id)),
      );
    }
    // a round that nobody is slow in ends at once
    const paused = new AbortController();
    await Promise.race([
      Promise.all(busy.values()),
      setTimeout(ROUND_SECONDS * 1000, null, { signal: paused.signal }).catch(() => {}),
    ]);
    paused.abort();
  } while (busy.size > 0 && !isOver());
  await Promise.all(busy.values());
}

/** Notes what isn't noted in the transaction that causes it: the way of a booking's hold is too hot for that (docs/decisions/216). */
async function findEvents(ctx: Context): Promise<void> {
  const types = await wantedTypes(ctx.db);
  const now = ctx.clock();
  if (types.has("booking.held")) await insertHolds(ctx.db, now);
  await (types.has("availability.changed") ? insertAvailability(ctx.db, now) : dropNights(ctx.db));
  await (types.has("crawl.changed") ? insertCrawls(ctx.db, now) : dropCrawls(ctx.db));
}

/** Decides of some events who is told. Whether there may be more. */
const spread = (ctx: Context): Promise<boolean> =>
  ctx.db.transaction().execute(async (tx) => {
    if (!(await lockSpreading(tx))) return false;
    const events = await waitingEvents(tx, PORTION);
    if (events.length === 0) return false;
    const endpoints = await listeners(tx, ctx.clock());
    const messages = events.flatMap((event) => {
      const data = dataOf(event);
      const to = endpoints.filter((endpoint) => isFor(endpoint, event)).map(({ id }) => id);
      // a hold is noted once, whoever is told
      return data && (to.length > 0 || event.type === "booking.held")
        ? [{ n: event.n, subject: event.subject, data, to }]
        : [];
    });
    const stored = new Set(messages.map(({ n }) => n));
    if (messages.length > 0) await spreadEvents(tx, messages, ctx.clock());
    const dropped = events.flatMap(({ n }) => (stored.has(n) ? [] : [n]));
    if (dropped.length > 0) await dropEvents(tx, dropped);
    return events.length === PORTION;
  });

type Way = { isFailing: boolean; isOver: () => boolean; write: WriteBody };

/** Sends an endpoint what is due, so many at a time, until nothing is. */
async function sendTo(ctx: Context, endpointId: string, { isFailing, isOver, write }: Way): Promise<void> {
  const sending = new Set<Promise<void>>();
  let fails = isFailing;
  for (;;) {
    const limit = (fails ? 1 : AT_A_TIME) - sending.size;
    const claimed = limit > 0 && !isOver() ? await claimSome(ctx, endpointId, limit) : [];
    for (const message of claimed) {
      const one = sendOne(ctx, message, { write })
        .then(
          (sent) => void (fails = !sent.isFine),
          (error: Error) => log("error", "webhooks.not_sent", { endpoint: endpointId, error: error.message }),
        )
        .finally(() => sending.delete(one));
      sending.add(one);
    }
    if (sending.size === 0) return;
    await Promise.race(sending);
  }
}

function claimSome(ctx: Context, endpointId: string, limit: number): Promise<Claimed[]> {
  const now = ctx.clock();
  return claimDue(ctx.db, { endpointId, limit, now, lostAt: lostAt(now) });
}

/** When a message counts as lost that is being sent from now on. */
export const lostAt = (now: Date): Date => new Date(now.getTime() + LOST_MS);

export type SentMessage = { isFine: boolean; status: number | null; error: string | null; milliseconds: number };

/** Sends one message and stores what became of it. Without `retries` it is sent this once. */
export async function sendOne(
  ctx: Pick<Context, "db" | "settings" | "secret" | "clock">,
  message: Claimed,
  { retries = true, write = unwritten }: { retries?: boolean; write?: WriteBody } = {},
): Promise<SentMessage> {
  const { n, endpoint_id, id, type, at, data, url, attempts, first_at: firstAt } = message;
  const isSubscription = message.key_id !== null;
  const body = JSON.stringify(isSubscription ? write(message) : { type, timestamp: at.toISOString(), data });
  const signer = { ...message, id: endpoint_id };
  const headers = {
    ...openHeaders(ctx.secret, endpoint_id, message.headers),
    ...headersOf(ctx.secret, signer, { id, body, now: ctx.clock() }),
  };
  const from = performance.now();
  const answer = await callOut({ url, body, headers, toPrivate: ctx.settings.WEBHOOKS_TO_PRIVATE });
  const milliseconds = Math.round(performance.now() - from);
  const now = ctx.clock();
  const found = outcomeOf(answer, { attempts, firstAt, now, random: Math.random() });
  const outcome = retries || found.state !== "queued" ? found : ({ state: "dead", gone: false } as const);
  const status = answer.ok ? answer.status : null;
  const error = errorOf(answer);
  await endDelivery(ctx.db, { n, endpoint_id, outcome, status, error, milliseconds, now });
  if (outcome.state === "dead") log("warn", "webhook.given_up", { endpoint: endpoint_id, id, status, error });
  return { isFine: outcome.state === "delivered", status, error, milliseconds };
}
