import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Notes in the audit log that an assistant used a tool: whose key it had, what it calls itself, and what came of it. `booking`: the one
 * that it was about; `reason`: why, where staff said so.
 */
export const noteCall = (
  ctx: Pick<Context, "db" | "actor">,
  call: { tool: string; client: string; outcome: string; booking: string | null; reason: string | null },
): Promise<void> =>
  audit(ctx.db, ctx, {
    action: "assistant.called",
    subject: call.booking === null ? ["assistant", call.tool] : ["booking", call.booking],
    changes: {
      tool: [null, call.tool],
      client: [null, call.client],
      // whose call it is the entry says; for whom of staff's programs, this
      ...(ctx.actor.kind === "user" && ctx.actor.key && { program: [null, ctx.actor.key.name] }),
      outcome: [null, call.outcome],
      ...(call.reason !== null && { reason: [null, call.reason] }),
    },
  });
