import { scopesWithin } from "#src/modules/programs/connections/rules/connection.ts";
import {
  clientById,
  deleteGrants,
  deleteRecord,
  deleteRecords,
  grantById,
  recordByHash,
  unuseRecord,
  upsertRecord,
  useRecord,
} from "#src/modules/programs/connections/store.server.ts";
import { staffAtWork } from "#src/modules/base/identity/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import { systemContext, type Services } from "#src/platform/context.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

// What the library of OAuth keeps, as it keeps it: requests, codes and tokens, each under the hash of the text that opens it.

type Content = Record<string, unknown>;
type NewRecord = { kind: string; id: string; content: Content; seconds: number };

/** Keeps a record for some seconds. `content` names the account, and beyond a request the grant. */
export async function keepRecord(services: Services, { kind, id, content, seconds }: NewRecord): Promise<void> {
  const { jti: _, ...rest } = content;
  const session = rest["session"] as { accountId: string } | undefined;
  await upsertRecord(services.pool, {
    hash: hashToken(id),
    kind,
    grant_id: (rest["grantId"] as string | undefined) ?? null,
    user_id: session?.accountId ?? (rest["accountId"] as string),
    content: rest,
    expires_at: new Date(services.clock().getTime() + seconds * 1000),
  });
}

/** A record that hasn't ended; `consumed` says when it was used. */
export async function findRecord(services: Services, kind: string, id: string): Promise<Content | undefined> {
  const row = await recordByHash(services.db, kind, hashToken(id), services.clock());
  if (!row) return undefined;
  const consumed = row.used_at && Math.floor(row.used_at.getTime() / 1000);
  return { ...(row.content as Content), jti: id, ...(consumed !== null && { consumed }) };
}

/** Uses up a code or token. False where it was used already, also at the same moment. */
export const consumeRecord = (services: Services, id: string): Promise<boolean> =>
  useRecord(services.db, hashToken(id), services.clock());

/** Gives back a code or token that its program got nothing for. */
export const giveBackRecord = async (services: Services, id: string): Promise<void> =>
  void (await unuseRecord(services.db, hashToken(id)));

export const dropRecord = async (services: Services, id: string): Promise<void> =>
  void (await deleteRecord(services.db, hashToken(id)));

export const dropRecords = async (services: Services, kind: string, grantId: string): Promise<void> =>
  void (await deleteRecords(services.db, kind, grantId));

/** A program that has registered itself, and whether it is on somebody's device; undefined when missing. */
export const findClient = (services: Services, id: string) => clientById(services.db, id);

/** What somebody lets a program do; undefined once it has ended. */
export const findGrant = (services: Services, id: string) => grantById(services.db, id, services.clock());

/** Ends a grant whose code or token came a second time, or that its program gives back. */
export const withdrawGrant = (services: Services, id: string): Promise<void> =>
  services.db.transaction().execute(async (tx) => {
    for (const { name } of await deleteGrants(tx, { id }))
      await audit(tx, systemContext(services), {
        action: "connection.ended",
        subject: ["connection", id],
        changes: { name: [name, null] },
      });
  });

/** Whether somebody may (still) let a program do any of these. */
export async function mayConnect(services: Services, userId: string, scopes: readonly string[]): Promise<boolean> {
  const actor = await staffAtWork(systemContext(services), userId, "");
  return scopesWithin(actor, scopes).length > 0;
}
