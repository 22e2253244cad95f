import { z } from "zod";
import { resendFailedEmails } from "#src/modules/mail/notifications/resend-failed-emails.server.ts";
import { resentReply } from "#src/modules/mail/notifications/rules/failed.ts";
import { forgetFacts } from "#src/modules/office/operations/queries.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";

const resend = act({
  input: z.object({ refused: z.enum(["true", "false"]) }),
  run: async (ctx, { refused }) => {
    const result = await resendFailedEmails(ctx, { refused: refused === "true" });
    forgetFacts(ctx);
    return result;
  },
  done: (result) => resentReply(result),
});

/** Sends those emails again that were given up; the pages that show them share it. */
export const resendFailed = (request: Parameters<typeof adminAct>[0]) =>
  adminAct(request, { refusals: { failed: "operations.flash.away" }, acts: { resend } });
