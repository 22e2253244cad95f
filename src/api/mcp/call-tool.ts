import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Locale, LOCALES } from "#src/kernel/localized.ts";
import { noteCall } from "#src/modules/programs/assistants/note-call.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { fieldProblems, problem } from "#src/api/problem.ts";
import { type Refusal, STATUS } from "#src/api/refusals.ts";
import { thrown } from "#src/api/serve-endpoint.ts";
import type { Tool } from "#src/api/mcp/tool.ts";

/** Those tools that a caller may use: guests', and with a key of the house what its scopes and sites say. A partner's key has no more. */
export const toolsFor = ({ actor: { key } }: Pick<Context, "actor">, tools: readonly Tool[]): readonly Tool[] =>
  tools.filter(
    ({ scope, everySite }) =>
      scope === null || (key?.partnerId === null && key.scopes.includes(scope) && !(everySite && key.sites !== null)),
  );

/** Calls a tool, and notes that. Never throws: whatever is wrong is an answer, with its code and a sentence. */
export async function callTool(ctx: Context, tool: Tool, args: unknown, client: string): Promise<CallToolResult> {
  const locale = languageIn(args) ?? ctx.locale;
  const called = { ...ctx, locale };
  const input = tool.input.safeParse(args ?? {});
  try {
    const done = input.success ? await tool.run(called, input.data, client) : null;
    const outcome = done === null ? "invalid" : done.ok ? "done" : done.reason;
    await note(ctx, tool, { client, outcome, booking: done?.ok ? (done.booking ?? null) : null, input: input.data });
    if (!input.success)
      return refused(await problem("invalid", locale, { errors: await fieldProblems(input.error, locale) }));
    if (done!.ok) {
      const { answer } = done!;
      return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer as object };
    }
    const { ok: _, reason, ...figures } = done!;
    // a tool that the list didn't name, or that asks for more than its scope
    const code = reason === "forbidden" ? "scope_missing" : isKnown(reason) ? reason : "not_possible";
    return refused(await problem(code, locale, { figures }), reason);
  } catch (error) {
    return refused(await thrown(error, locale, "/mcp"));
  }
}

const isKnown = (reason: string): reason is Refusal => Object.hasOwn(STATUS, reason);

const languageIn = (args: unknown): Locale | undefined =>
  LOCALES.find((one) => typeof args === "object" && args !== null && "language" in args && args.language === one);

/** A problem of the API as what a tool says: its stable code, a sentence in the language asked for, and its figures. */
async function refused(answer: Response, code?: string): Promise<CallToolResult> {
  const { type: _, title: _title, status: _status, ...body } = (await answer.json()) as Record<string, unknown>;
  return { isError: true, content: [{ type: "text", text: JSON.stringify(code ? { ...body, code } : body) }] };
}

/** What a guest reads is in the log of the process alone: strangers could fill the audit log, which nobody can empty. */
async function note(
  ctx: Context,
  { name: tool, scope, effect }: Tool,
  call: { client: string; outcome: string; booking: string | null; input: Record<string, unknown> | undefined },
): Promise<void> {
  const { client, outcome, booking } = call;
  log("info", "assistant.called", { tool, client, outcome, key: ctx.actor.key?.id ?? null });
  const isNoted = scope !== null || (effect === "holds" && booking !== null);
  const reason = typeof call.input?.["reason"] === "string" ? call.input["reason"] : null;
  if (isNoted) await noteCall(ctx, { tool, client, outcome, booking, reason });
}
