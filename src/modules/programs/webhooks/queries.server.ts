import { isUuid } from "#src/kernel/codes.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type {
  DeliveryState,
  EndpointChoices,
  EndpointState,
  EndpointValues,
  ListedDelivery,
  ListedEndpoint,
} from "#src/modules/programs/webhooks/schema.ts";
import { countDeliveries, deliveryRows } from "#src/modules/programs/webhooks/store/deliveries.server.ts";
import { allEndpoints, endpointById, keyOfEndpoint } from "#src/modules/programs/webhooks/store/endpoints.server.ts";
import { listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { allCities } from "#src/modules/site/catalog/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 50;

type Standing = { is_active: boolean; partner_off: boolean; gone_at: Date | null; failing_since: Date | null };

function stateOf({ is_active: isActive, partner_off: isPartnerOff, ...since }: Standing): EndpointState {
  if (!isActive) return since.gone_at ? "gone" : "off";
  if (isPartnerOff) return "partner_off";
  return since.failing_since ? "failing" : "on";
}

/** All endpoints. Refusal: forbidden {missing}. */
export async function listEndpoints(ctx: Context) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const endpoints = (await allEndpoints(ctx.db, ctx.now)).map((row): ListedEndpoint => ({
    id: row.id,
    url: row.url,
    description: row.description,
    partner: row.partner,
    key: row.key,
    types: row.types,
    state: stateOf(row),
    failingSince: row.failing_since?.toISOString() ?? null,
    queued: row.queued,
    dead: row.dead,
  }));
  return ok({ endpoints });
}

type PartnerChoice = Awaited<ReturnType<typeof listPartnerChoices>>[number];

/** What the form offers, of partners those who are fit. */
async function choices(ctx: Context, isFit: (partner: PartnerChoice) => boolean): Promise<EndpointChoices> {
  const [all, cities] = await Promise.all([listPartnerChoices(ctx), allCities(ctx.db)]);
  const partners = all.filter(isFit);
  return {
    partners: partners.map(({ id, name, is_active: isOn }) => ({ id, name, isOn })),
    cities: cities.map(({ id, name, name_es }) => ({ id, name: inLocale(ctx.locale, name, name_es) })),
  };
}

/** What the form of a new endpoint offers. Refusal: forbidden {missing}. */
export async function endpointToAdd(ctx: Context) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return ok({ id: crypto.randomUUID(), choices: await choices(ctx, ({ is_active: isOn }) => isOn) });
}

/** An endpoint with its form and a page of its messages, newest first. Refusals: forbidden {missing}, endpoint_not_found. */
export async function openEndpoint(
  ctx: Context,
  id: string,
  { state, page }: { state: DeliveryState | null; page: number },
) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const row = isUuid(id) ? await endpointById(ctx.db, id) : undefined;
  if (!row) return fail("endpoint_not_found");
  const [rows, counts, offered, key] = await Promise.all([
    deliveryRows(ctx.db, id, { state, offset: (page - 1) * PAGE, limit: PAGE }),
    countDeliveries(ctx.db, id),
    // whose it is stays as it is
    choices(ctx, ({ id: partner }) => partner === row.partner_id),
    row.key_id === null ? null : keyOfEndpoint(ctx.db, row.key_id),
  ]);
  const values: EndpointValues = {
    url: row.url,
    description: row.description,
    types: row.types,
    partner_id: row.partner_id ?? "",
    cities: row.cities ?? [],
  };
  const { old_secret_until: until, paused_until: paused } = row;
  const isKeyOn = key && !key.revoked_at && !(key.expires_at && key.expires_at <= ctx.now);
  const isOn = row.is_active && isKeyOn !== false;
  const total = counts.reduce((sum, one) => sum + (state === null || state === one.state ? one.count : 0), 0);
  return ok({
    endpoint: {
      id,
      version: row.version,
      secretVersion: row.secret_version,
      oldSecretUntil: until && until > ctx.now ? until.toISOString() : null,
      isActive: row.is_active,
      key: key && { name: key.name, counts: isKeyOn === true },
      state: stateOf({ ...row, is_active: isOn, partner_off: offered.partners.some((partner) => !partner.isOn) }),
      failingSince: row.failing_since?.toISOString() ?? null,
      pausedUntil: paused && paused > ctx.now ? paused.toISOString() : null,
      values,
    },
    choices: offered,
    deliveries: rows.map(({ at, next_at: nextAt, last_at: lastAt, error, ...one }): ListedDelivery => {
      const [why = null, ...says] = error?.split(" ") ?? [];
      return {
        ...one,
        at: at.toISOString(),
        nextAt: one.state === "queued" ? nextAt.toISOString() : null,
        lastAt: lastAt?.toISOString() ?? null,
        error: why,
        says: says.join(" "),
      };
    }),
    counts,
    total,
    size: PAGE,
  });
}
