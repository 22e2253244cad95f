import { Hono } from "hono";
import { languageOf } from "#src/api/read-request.ts";
import { thrown } from "#src/api/serve-endpoint.ts";
import { mayUseSandboxApi, sandboxIsOpen } from "#src/modules/money/sandbox/queries.server.ts";
import { recordOutcome } from "#src/modules/money/sandbox/record-outcome.server.ts";
import { remoteState } from "#src/modules/money/sandbox/rules/remote-state.ts";
import { OutcomeInput } from "#src/modules/money/sandbox/schema.ts";
import { type Services, systemContext } from "#src/platform/context.server.ts";

const STATUS = { not_found: 404, wrong_state: 409 } as const;

/** The sandbox's test API: the hosted page's outcomes for programs, with a key. */
export function sandboxApi(services: Services): Hono {
  const api = new Hono();
  api.onError((error, c) => thrown(error, languageOf(c.req.raw.headers, {}), c.req.path));
  api.use(async (c, next) => {
    if (!sandboxIsOpen(services)) return c.json({ code: "not_found" }, 404);
    if (!(await mayUseSandboxApi(services, c.req.header("authorization"))))
      return c.json({ code: "unauthorized" }, 401);
    return next();
  });
  api.post("/sessions/:id/outcome", async (c) => {
    const input = OutcomeInput.safeParse(await c.req.json().catch(() => undefined));
    if (!input.success) return c.json({ code: "invalid", issues: input.error.issues }, 400);
    const result = await recordOutcome(systemContext(services), c.req.param("id"), input.data);
    if (!result.ok) {
      const { ok: _, reason, ...details } = result;
      return c.json({ code: reason, ...details }, STATUS[reason]);
    }
    return c.json({ session: result.session.id, ...remoteState(result.session) });
  });
  api.all("*", (c) => c.json({ code: "not_found" }, 404));
  return api;
}
