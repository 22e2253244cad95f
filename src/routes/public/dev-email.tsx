import { Link } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { readEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { LINK } from "#src/ui/button.tsx";
import type { Route } from "./+types/dev-email";

/** One email rendered, as text, and its files; 404 in production. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await readEmail(context.get(requestContext), params.id);
  if (!found) throw new Response(null, { status: 404 });
  const { email, html, files, raw } = found;
  return { email, html, files: [...files.map((file) => file.filename), ...(raw ? ["message.eml"] : [])] };
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

export default function DevEmailMessage({ loaderData: { email, html, files } }: Route.ComponentProps) {
  const { t } = useText();
  const facts = [
    ["notifications.recipient", email.recipient],
    ["notifications.kind", `${email.kind}, ${email.language}`],
    ["notifications.status", email.status],
  ] as const;
  return (
    <main id="main" className="wrap section grid gap-6">
      <title>{email.subject ?? t("notifications.title")}</title>
      <Link to="/dev/mail" className={`${LINK} justify-self-start`}>
        {t("notifications.back")}
      </Link>
      <h1 className="min-h-[2lh] text-h3">{email.subject ?? t("notifications.unsent")}</h1>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-small text-text-2">{t(label)}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {email.last_error && (
        <p className="rounded-md bg-low-tint px-4 py-3 text-low-text">
          {t("notifications.reason", { reason: email.last_error })}
        </p>
      )}
      {files.length > 0 && <Files id={email.id} names={files} />}
      {html && (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          {/* no scripts: same-origin only lets the email load the display font */}
          <iframe
            title={t("notifications.looks")}
            srcDoc={html}
            sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            className="h-[80rem] w-full rounded-lg border border-border"
          />
          <section className="grid gap-3">
            <h2 className="text-h3">{t("notifications.asText")}</h2>
            <pre className="overflow-x-auto rounded-lg bg-surface-2 p-4 text-small whitespace-pre-wrap wrap-anywhere">
              {email.text}
            </pre>
          </section>
        </div>
      )}
    </main>
  );
}

function Files({ id, names }: { id: string; names: readonly string[] }) {
  const { t } = useText();
  return (
    <section>
      <h2 className="text-small text-text-2">{t("notifications.files")}</h2>
      <ul className="flex flex-wrap gap-x-6 gap-y-2 max-md:flex-col">
        {names.map((name) => (
          <li key={name}>
            <a href={`/dev/mail/${id}/${name}`} download={name} className={LINK}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
