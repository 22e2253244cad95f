import { inLocale } from "#src/kernel/localized.ts";
import { pageOf, rowsOf } from "#src/kernel/page-of.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { keyStateOf, lastDay } from "#src/modules/programs/api-keys/rules/key-state.ts";
import type { AdminKey } from "#src/modules/programs/api-keys/schema.ts";
import { listKeys, secretsOf } from "#src/modules/programs/api-keys/store.server.ts";
import { listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { allCities } from "#src/modules/site/catalog/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 50;

type Row = Awaited<ReturnType<typeof listKeys>>[number];
type Secret = Awaited<ReturnType<typeof secretsOf>>[number];

/** The keys of a partner or of all, with what their forms choose from. Needs `programs.change`. Refusals: forbidden {missing}. */
export async function adminKeys(ctx: Context, partnerId: string | null, page = 1) {
  if (!can(ctx.actor, "programs.change")) return fail("forbidden", { missing: "programs.change" as const });
  const [read, partners, cityRows] = await Promise.all([
    listKeys(ctx.db, partnerId, rowsOf(page, PAGE)),
    listPartnerChoices(ctx),
    allCities(ctx.db),
  ]);
  const { rows, isMore } = pageOf(read, PAGE);
  const cities = cityRows.map(({ id, name, name_es }) => ({ id, name: inLocale(ctx.locale, name, name_es) }));
  const secrets = Map.groupBy(
    await secretsOf(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ key_id: id }) => id,
  );
  const names = new Map(cities.map(({ id, name }) => [id, name]));
  const keys = rows.map((row) => viewOf(row, secrets.get(row.id) ?? [], { names, now: ctx.now }));
  return ok({ keys, isMore, partners, cities });
}

function viewOf(row: Row, all: readonly Secret[], { names, now }: { names: ReadonlyMap<string, string>; now: Date }) {
  const living = all.filter(({ expires_at: end }) => end === null || end > now);
  const used = Math.max(...all.map(({ last_used_at: at }) => at?.getTime() ?? 0), 0);
  const expiresOn = row.expires_at && lastDay(row.expires_at);
  const key: AdminKey = {
    id: row.id,
    version: row.version,
    name: row.name,
    partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner ?? "" },
    cantSell: row.partner_limit === 0 && !row.test && row.scopes.includes("bookings:write"),
    scopes: row.scopes,
    sites: row.sites,
    cityNames: row.cities && row.cities.map((id) => names.get(id) ?? id),
    test: row.test,
    perMinute: row.per_minute,
    expiresOn,
    state: keyStateOf(row, now),
    used: used === 0 ? null : new Date(used).toISOString(),
    secrets: (living.length > 0 ? living : all.slice(0, 1)).map((secret) => ({
      prefix: secret.prefix,
      since: secret.created_at.toISOString(),
      until: secret.expires_at?.toISOString() ?? null,
      used: secret.last_used_at?.toISOString() ?? null,
    })),
    formValues: {
      name: row.name,
      partner_id: row.partner_id ?? "",
      kind: row.test ? "test" : "live",
      scopes: row.scopes,
      sites: row.sites ?? [],
      cities: row.cities ?? [],
      per_minute: String(row.per_minute),
      expires_on: expiresOn ?? "",
    },
  };
  return key;
}
