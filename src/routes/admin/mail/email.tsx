import { data } from "react-router";
import { z } from "zod";
import { isUuid } from "#src/kernel/codes.ts";
import { openLoggedEmail, previewLoggedEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { resendEmail } from "#src/modules/mail/notifications/resend-email.server.ts";
import { retryEmail } from "#src/modules/mail/notifications/retry-email.server.ts";
import { EMAIL_REFUSALS } from "#src/modules/mail/notifications/rules/email-log.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/email";
import Email from "#src/modules/mail/notifications/admin/email-page.tsx";

/** After a refusal the page shows what has changed meanwhile; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const [opened, page] = await Promise.all([
    openLoggedEmail(ctx, params.emailId),
    previewLoggedEmail(ctx, params.emailId),
  ]);
  if (!opened.ok && opened.reason === "forbidden") throw refused(opened);
  if (!opened.ok) throw data(null, { status: 404 });
  return { email: opened.email, html: page.ok ? page.html : null };
}

/** Sends the email again, wherever it is shown. */
export const action = ({ params: { emailId }, ...args }: Route.ActionArgs) =>
  adminAct(args, {
    refusals: EMAIL_REFUSALS,
    acts: {
      retry: act({
        input: z.object({}),
        run: (ctx) => retryEmail(ctx, { email_id: emailId }),
        done: ({ isNew }) => ({
          flash: isNew ? "notifications-admin.flash.retried" : "notifications-admin.flash.already",
        }),
        refusal: (refusal) =>
          "why" in refusal ? { flash: `notifications-admin.again.not.${refusal.why}` as const, bad: true } : undefined,
      }),
      new: act({
        input: z.object({ key: z.string().refine(isUuid) }),
        run: async (ctx, { key }) => {
          const opened = await openLoggedEmail(ctx, emailId);
          const booking = opened.ok ? opened.email.booking : null;
          return resendEmail(ctx, { booking_id: booking?.id ?? "", email_id: emailId, key });
        },
        done: "notifications-admin.flash.sent",
      }),
    },
  });

export default Email;
