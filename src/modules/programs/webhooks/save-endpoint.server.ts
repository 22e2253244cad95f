import { isIP } from "node:net";
import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { HOUSE_TYPE } from "#src/modules/programs/webhooks/rules/event-types.ts";
import type { EndpointFields } from "#src/modules/programs/webhooks/schema.ts";
import { sendSoon } from "#src/modules/programs/webhooks/send-messages.server.ts";
import {
  countEndpoints,
  dropUnwanted,
  insertEndpoint,
  lockEndpoint,
  lockEndpoints,
  removeEndpoint,
  saveEndpointRow,
  setActive,
} from "#src/modules/programs/webhooks/store/endpoints.server.ts";
import { listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { allCities } from "#src/modules/site/catalog/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import { isPublic } from "#src/platform/call-out.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** So many are enough for a house with many partners; each costs a look at every event. */
const MOST = 100;

/**
 * Adds an endpoint under the id that its form was made with: the same form sent twice adds one. Refusals: forbidden {missing}, not_https,
 * private_address, types_of_partner, partner_not_found, partner_off, city_not_found, too_many.
 */
export async function addEndpoint(ctx: Context, { id, endpoint }: { id: string; endpoint: EndpointFields }) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const refused = await whyRefused(ctx, tx, endpoint);
    if (refused) return refused;
    if (await isOff(tx, endpoint.partner_id)) return fail("partner_off");
    await lockEndpoints(tx);
    if ((await countEndpoints(tx)) >= MOST) return fail("too_many");
    if (!(await insertEndpoint(tx, id, endpoint, ctx.now))) return ok({ id });
    const filledIn = Object.entries(await named(tx, endpoint)).filter(([, value]) => value !== null && value !== "");
    const changes = Object.fromEntries(filledIn.map(([field, value]) => [field, [null, value] as const]));
    await audit(tx, ctx, { action: "webhook.created", subject: ["webhook", id], changes });
    await sendSoon(tx);
    return ok({ id });
  });
}

/**
 * Saves an endpoint's form unless it was saved since it was opened. What waits and isn't to be told anymore is deleted. Refusals: those
 * of how an endpoint can't be, endpoint_not_found, of_program (its program subscribed, and changes it), partner_fixed (what waits is of the partner it was added for), changed_meanwhile {version}.
 */
export async function changeEndpoint(
  ctx: Context,
  { id, version, endpoint }: { id: string; version: number; endpoint: EndpointFields },
) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = isUuid(id) ? await lockEndpoint(tx, id) : undefined;
    if (!was) return fail("endpoint_not_found");
    if (was.key_id !== null) return fail("of_program");
    if (was.partner_id !== endpoint.partner_id) return fail("partner_fixed");
    const refused = await whyRefused(ctx, tx, endpoint);
    if (refused) return refused;
    const fields = Object.keys(endpoint) as (keyof EndpointFields)[];
    const differing = fields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(endpoint[field]));
    if (differing.length === 0) return ok({ version: was.version });
    if (was.version !== version) return fail("changed_meanwhile", { version: was.version });
    await saveEndpointRow(tx, id, endpoint);
    if (differing.includes("types") || differing.includes("cities")) await dropUnwanted(tx, id, endpoint);
    const [old, now] = [await named(tx, was), await named(tx, endpoint)];
    // whose it is never changes
    const changes = Object.fromEntries(
      differing.flatMap((field) => (field === "partner_id" ? [] : [[field, [old[field], now[field]] as const]])),
    );
    await audit(tx, ctx, { action: "webhook.updated", subject: ["webhook", id], changes });
    return ok({ version: version + 1 });
  });
}

/** Switches an endpoint on, and sends what waits for it, or off, and keeps what waits. Refusals: forbidden {missing}, endpoint_not_found. */
export async function switchEndpoint(ctx: Context, { id, isActive }: { id: string; isActive: boolean }) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = isUuid(id) ? await lockEndpoint(tx, id) : undefined;
    if (!was) return fail("endpoint_not_found");
    if (was.is_active === isActive) return ok({});
    await setActive(tx, id, isActive);
    await audit(tx, ctx, { action: isActive ? "webhook.activated" : "webhook.deactivated", subject: ["webhook", id] });
    if (isActive) await sendSoon(tx);
    return ok({});
  });
}

/**
 * Deletes an endpoint that is switched off, with what it was told and what waits for it. Refusals: forbidden {missing},
 * endpoint_not_found, is_active.
 */
export async function deleteEndpoint(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = isUuid(id) ? await lockEndpoint(tx, id) : undefined;
    if (!was) return fail("endpoint_not_found");
    if (was.is_active) return fail("is_active");
    await removeEndpoint(tx, id);
    const changes = { url: [was.url, null] } as const;
    await audit(tx, ctx, { action: "webhook.deleted", subject: ["webhook", id], changes });
    return ok({});
  });
}

/** An endpoint's form as the log tells it: its partner and its cities by name, cities in the site's order. */
async function named(tx: Tx, endpoint: Omit<EndpointFields, "types"> & { types: readonly string[] }) {
  const { url, description, types, partner_id: id, cities } = endpoint;
  const partners = id === null ? [] : await listPartnerChoices({ db: tx });
  const chosen = cities && (await allCities(tx)).filter((city) => cities.includes(city.id));
  return {
    url,
    description,
    types,
    partner: partners.find((partner) => partner.id === id)?.name ?? null,
    cities: chosen && chosen.map(({ name }) => name),
  };
}

const isOff = async (tx: Tx, partner: string | null): Promise<boolean> =>
  (await listPartnerChoices({ db: tx })).some(({ id, is_active: isOn }) => id === partner && !isOn);

/** Why messages can't go to an address; null where they can. One in letters is judged when it is called: it may be another one by then. */
export function whyNotThere({ settings }: Pick<Context, "settings">, url: string) {
  if (settings.WEBHOOKS_TO_PRIVATE) return null;
  const { protocol, hostname } = new URL(url);
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  if (protocol !== "https:") return fail("not_https");
  return host === "localhost" || (isIP(host) > 0 && !isPublic(host)) ? fail("private_address") : null;
}

/** Why an endpoint can't be as its form says. */
async function whyRefused(ctx: Context, tx: Tx, { url, types, partner_id: partner, cities }: EndpointFields) {
  const elsewhere = whyNotThere(ctx, url);
  if (elsewhere) return elsewhere;
  if (partner !== null) {
    if (types.includes(HOUSE_TYPE)) return fail("types_of_partner");
    if (!(await listPartnerChoices({ db: tx })).some(({ id }) => id === partner)) return fail("partner_not_found");
  }
  if (cities !== null) {
    const existing = new Set((await allCities(tx)).map(({ id }) => id));
    if (cities.some((city) => !existing.has(city))) return fail("city_not_found");
  }
  return null;
}
