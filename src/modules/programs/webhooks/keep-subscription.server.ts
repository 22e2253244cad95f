import { randomUUID } from "node:crypto";
import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { resellerOf } from "#src/modules/programs/resellers/rules/reseller.ts";
import { TOPICS, topicsOf, typesOf } from "#src/modules/programs/webhooks/rules/topics.ts";
import { whyNotThere } from "#src/modules/programs/webhooks/save-endpoint.server.ts";
import type { Subscription, SubscriptionFields } from "#src/modules/programs/webhooks/schema.ts";
import { openHeaders, sealHeaders } from "#src/modules/programs/webhooks/seal-headers.server.ts";
import { sendSoon } from "#src/modules/programs/webhooks/send-messages.server.ts";
import {
  dropUnwanted,
  endpointById,
  insertSubscription,
  lockEndpoint,
  lockEndpoints,
  removeEndpoint,
  saveEndpointRow,
  saveHeaders,
  setActive,
  subscriptionsOf,
} from "#src/modules/programs/webhooks/store/endpoints.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Actor, Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// A subscription is an endpoint that a partner's program has added itself (docs/decisions/223): it is the key's alone, and an unknown one
// and another key's get one answer. What a key that tries out has made, and what it has made for real, are apart.

/** So many are enough for one program; each costs a look at every event. */
const MOST = 10;

type Row = NonNullable<Awaited<ReturnType<typeof endpointById>>>;

/** Switched off by staff, rather than by its own answer. */
const isOff = ({ is_active: isActive, gone_at: goneAt }: Row): boolean => !isActive && goneAt === null;
const isOf = (row: Row, { key }: Actor): boolean => row.key_id === key?.id && row.is_trial === key?.test;

const subscriptionOf = ({ secret }: Context, row: Row): Subscription => ({
  id: row.id,
  url: row.url,
  topics: topicsOf(row.types),
  headers: openHeaders(secret, row.id, row.headers),
});

/** A key's subscriptions, oldest first. Refusal: not_a_reseller. */
export async function listSubscriptions(ctx: Context) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  const rows = await subscriptionsOf(ctx.db, reseller.keyId, reseller.test);
  return ok({ subscriptions: rows.map((row) => subscriptionOf(ctx, row)) });
}

/** One of a key's subscriptions. Refusals: not_a_reseller, subscription_not_found. */
export async function findSubscription(ctx: Context, id: string) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  const row = isUuid(id) ? await endpointById(ctx.db, id) : undefined;
  return row && isOf(row, ctx.actor) ? ok({ subscription: subscriptionOf(ctx, row) }) : fail("subscription_not_found");
}

/**
 * Subscribes a partner's program to what its key may read. Refusals: not_a_reseller, scope_missing {scope}, not_https, private_address,
 * subscription_off (staff switched off one to this address), subscription_limit {most}.
 */
export async function addSubscription(ctx: Context, fields: SubscriptionFields) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  const refused = whyNotSubscribed(ctx, fields);
  if (refused) return refused;
  const { partnerId, keyId, test } = reseller;
  const { url, topics, headers } = fields;
  return ctx.db.transaction().execute(async (tx) => {
    await lockEndpoints(tx);
    const [live, trial] = [await subscriptionsOf(tx, keyId, false), await subscriptionsOf(tx, keyId, true)];
    if ([...live, ...trial].some((row) => isOff(row) && row.url === url)) return fail("subscription_off");
    if (live.length + trial.length >= MOST) return fail("subscription_limit", { most: MOST });
    const id = randomUUID();
    const types = typesOf(topics);
    const stored = sealHeaders(ctx.secret, id, headers);
    const row = { id, url, types, partner_id: partnerId, key_id: keyId, is_trial: test, headers: stored };
    await insertSubscription(tx, row, ctx.now);
    await audit(tx, ctx, {
      action: "webhook.created",
      subject: ["webhook", id],
      changes: { url: [null, url], types: [null, types], headers: [null, namesOf(headers)] },
    });
    await sendSoon(tx);
    return ok({ subscription: { id, ...fields } });
  });
}

/**
 * Changes what a subscription names, and leaves the rest. What waits and isn't to be told anymore is deleted. One that answered 410 is
 * switched on by another address, and told what waits. Refusals: not_a_reseller, subscription_not_found, scope_missing {scope}, not_https,
 * private_address.
 */
export async function changeSubscription(ctx: Context, id: string, wish: Partial<SubscriptionFields>) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  return ctx.db.transaction().execute(async (tx) => {
    const row = await locked(ctx, tx, id);
    if (!row) return fail("subscription_not_found");
    const { url, topics, headers } = subscriptionOf(ctx, row);
    const fields = { url: wish.url ?? url, topics: wish.topics ?? topics, headers: wish.headers ?? headers };
    const refused = whyNotSubscribed(ctx, fields);
    if (refused) return refused;
    const { description, partner_id, cities } = row;
    const types = typesOf(fields.topics);
    fields.topics = topicsOf(types);
    await saveEndpointRow(tx, id, { url: fields.url, types, description, partner_id, cities });
    if (wish.headers) await saveHeaders(tx, id, sealHeaders(ctx.secret, id, wish.headers));
    await dropUnwanted(tx, id, { types, cities });
    const changes = {
      ...(fields.url === url ? {} : { url: [url, fields.url] as const }),
      ...(fields.topics.join() === topics.join() ? {} : { types: [row.types, types] as const }),
      ...(wish.headers ? { headers: [namesOf(headers), namesOf(wish.headers)] as const } : {}),
    };
    if (Object.keys(changes).length > 0)
      await audit(tx, ctx, { action: "webhook.updated", subject: ["webhook", id], changes });
    if (row.gone_at !== null && fields.url !== url) {
      await setActive(tx, id, true);
      await audit(tx, ctx, { action: "webhook.activated", subject: ["webhook", id] });
      await sendSoon(tx);
    }
    return ok({ subscription: { id, ...fields } });
  });
}

/**
 * Ends a subscription, with what waits for it. Returns it as it was. Refusals: not_a_reseller, subscription_not_found, subscription_off
 * (deleted and made again, it would be on again).
 */
export async function endSubscription(ctx: Context, id: string) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  return ctx.db.transaction().execute(async (tx) => {
    const row = await locked(ctx, tx, id);
    if (!row) return fail("subscription_not_found");
    if (isOff(row)) return fail("subscription_off");
    await removeEndpoint(tx, id);
    const changes = { url: [row.url, null] } as const;
    await audit(tx, ctx, { action: "webhook.deleted", subject: ["webhook", id], changes });
    return ok({ subscription: subscriptionOf(ctx, row) });
  });
}

async function locked({ actor }: Context, tx: Tx, id: string): Promise<Row | null> {
  const row = isUuid(id) ? await lockEndpoint(tx, id) : undefined;
  return row && isOf(row, actor) ? row : null;
}

/** Why a key can't subscribe to this; null where it can. */
function whyNotSubscribed(ctx: Context, { url, topics }: SubscriptionFields) {
  const lacks = topics.map((topic) => TOPICS[topic].scope).find((scope) => !ctx.actor.key?.scopes.includes(scope));
  return lacks === undefined ? whyNotThere(ctx, url) : fail("scope_missing", { scope: lacks });
}

/** Their values are a secret. */
const namesOf = (headers: Readonly<Record<string, string>>): string[] | null =>
  Object.keys(headers).length === 0 ? null : Object.keys(headers);
