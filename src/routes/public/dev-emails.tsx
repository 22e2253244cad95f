import { Link } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { listEmails } from "#src/modules/mail/notifications/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import type { Route } from "./+types/dev-emails";

/** Every email, for developers on their own machine; 404 in production. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const emails = await listEmails(ctx);
  if (!emails) throw new Response(null, { status: 404 });
  return { emails, captures: !ctx.settings.SMTP_URL };
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

export default function DevEmail({ loaderData: { emails, captures } }: Route.ComponentProps) {
  const { t } = useText();
  return (
    <main id="main" className="wrap section grid gap-6">
      <title>{t("notifications.title")}</title>
      <header className="grid gap-3">
        <h1 className="text-h2">{t("notifications.title")}</h1>
        <p className="text-text-2">{t("notifications.text")}</p>
        {captures && <p className="rounded-md bg-surface-2 px-4 py-3">{t("notifications.captured")}</p>}
      </header>
      {emails.length === 0 ? <p>{t("notifications.empty")}</p> : <EmailTable emails={emails} />}
    </main>
  );
}

function EmailTable({ emails }: { emails: Route.ComponentProps["loaderData"]["emails"] }) {
  const { t } = useText();
  const heads = [
    ["notifications.time", "w-44"],
    ["notifications.subject", ""],
    ["notifications.recipient", "w-64"],
    ["notifications.kind", "w-48"],
    ["notifications.status", "w-24"],
  ] as const;
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[60rem] table-fixed text-left text-small">
        <thead className="text-text-2">
          <tr>
            {heads.map(([id, width]) => (
              <th
                key={id}
                scope="col"
                className={classNames("border-b-2 border-border-strong py-2 pr-6 font-semibold", width)}
              >
                {t(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {emails.map((email) => (
            <tr key={email.id} className="border-b border-border align-top">
              <td className="py-3 pr-6 whitespace-nowrap tabular-nums">{moment(email.created_at)}</td>
              <td className="py-3 pr-6 wrap-break-word">
                <Link to={`/dev/mail/${email.id}`} className={LINK}>
                  {email.subject ?? t("notifications.unsent")}
                </Link>
              </td>
              <td className="py-3 pr-6 wrap-break-word">{email.recipient}</td>
              <td className="py-3 pr-6 whitespace-nowrap">{email.kind}</td>
              <td className="py-3 whitespace-nowrap">{email.status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// the developer's log is in UTC, like the server's
const moment = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ");
