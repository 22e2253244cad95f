import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { pageOf, rowsOf } from "#src/kernel/page-of.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { DAYS, hostOf, type OfferedScope, scopesWithin } from "#src/modules/programs/connections/rules/connection.ts";
import type { Connection, Consent } from "#src/modules/programs/connections/schema.ts";
import { clientById, listGrants, recordByHash } from "#src/modules/programs/connections/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

const PAGE = 50;

type Content = { params: { client_id: string; redirect_uri: string; scope?: string }; result?: unknown };

/**
 * What a program asks the signed-in person for, cut to what their role lets them do; null where nothing waits for their answer, or is
 * another person's.
 */
export async function readConsent(ctx: Context, id: string): Promise<Consent | null> {
  const record = await recordByHash(ctx.db, "Interaction", hashToken(id), ctx.now);
  if (!record || record.user_id !== ctx.actor.userId) return null;
  const { params, result } = record.content as Content;
  const client = await clientById(ctx.db, params.client_id);
  if (result !== undefined || !client) return null;
  return {
    program: client.name,
    host: hostOf(params.redirect_uri),
    email: ctx.actor.email ?? "",
    scopes: scopesWithin(ctx.actor, (params.scope ?? "").split(" ")),
    until: dateIn(new Date(ctx.now.getTime() + DAYS * 86_400_000), HOME_ZONE),
  };
}

/** The programs that may act for the signed-in person; with `programs.change` those of everybody. */
export async function listConnections(ctx: Context, page = 1) {
  const { userId } = ctx.actor;
  if (userId === null) return { connections: [], isMore: false, isAll: false };
  const isAll = can(ctx.actor, "programs.change");
  const read = await listGrants(ctx.db, isAll ? null : userId, ctx.now, rowsOf(page, PAGE));
  const { rows, isMore } = pageOf(read, PAGE);
  const connections = rows.map((row): Connection => ({
    id: row.id,
    program: row.program,
    host: row.host,
    person: row.email,
    isOwn: row.user_id === userId,
    scopes: row.scopes as OfferedScope[],
    since: dateIn(row.created_at, HOME_ZONE),
    until: dateIn(row.expires_at, HOME_ZONE),
    used: row.last_used_at?.toISOString() ?? null,
  }));
  return { connections, isMore, isAll };
}
