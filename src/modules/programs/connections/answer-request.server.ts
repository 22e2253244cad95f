import { randomUUID } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { endGrants } from "#src/modules/programs/connections/end-connection.server.ts";
import { DAYS, hostOf, scopesWithin } from "#src/modules/programs/connections/rules/connection.ts";
import type { ConsentAnswer } from "#src/modules/programs/connections/schema.ts";
import {
  clientById,
  holdRequest,
  insertGrant,
  letIn,
  updateRequest,
} from "#src/modules/programs/connections/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

type Params = { client_id: string; redirect_uri: string; scope?: string };
type Result = { error?: string; consent?: { grantId: string } };

/**
 * Answers a program that asks to act for the signed-in person, who may let it do at most what their role lets them do now, instead of
 * what they let it do before. Idempotent. Refusals: request_over (another person's, answered otherwise or too old), scope_missing (their role opens nothing of it).
 */
export async function answerRequest(ctx: Context, { id, answer }: { id: string; answer: ConsentAnswer }) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("request_over");
  const hash = hashToken(id);
  return ctx.db.transaction().execute(async (tx) => {
    const request = await holdRequest(tx, hash, userId, ctx.now);
    if (!request) return fail("request_over");
    const content = request.content as { params: Params; result?: Result };
    const client = await clientById(tx, content.params.client_id);
    if (!client) return fail("request_over");
    // pressed twice: browsers go where the second answer leads
    if (content.result)
      return (answer === "allow") === (content.result.consent !== undefined) ? ok({}) : fail("request_over");
    if (answer === "deny") {
      await updateRequest(tx, hash, { ...content, result: { error: "access_denied" } });
      return ok({});
    }
    const scopes = scopesWithin(ctx.actor, (content.params.scope ?? "").split(" "));
    if (scopes.length === 0) return fail("scope_missing");
    // one at a time: of two answers to it at once, the later counts
    if (!(await letIn(tx, client.id, ctx.now))) return fail("request_over");
    await endGrants(ctx, tx, { userId, clientId: client.id });
    const grantId = randomUUID();
    const expires = new Date(ctx.now.getTime() + DAYS * 86_400_000);
    const host = hostOf(content.params.redirect_uri);
    await insertGrant(tx, {
      id: grantId,
      user_id: userId,
      client_id: client.id,
      host,
      scopes,
      created_at: ctx.now,
      expires_at: expires,
    });
    await updateRequest(tx, hash, { ...content, result: { consent: { grantId } } });
    await audit(tx, ctx, {
      action: "connection.made",
      subject: ["connection", grantId],
      changes: { name: [null, client.name], host: [null, host], scopes: [null, scopes], expires_at: [null, expires] },
    });
    return ok({});
  });
}
