import { useEffect } from "react";
import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { nameOf } from "#src/modules/mail/notifications/admin/email-words.tsx";
import type { OpenEmail } from "#src/modules/mail/notifications/rules/email-log.ts";
import { EmailFrame } from "#src/ui/admin/email-frame.tsx";

/** What an email says; null where it was never sent and is no longer true. */
export function EmailContent({ email, html }: { email: OpenEmail; html: string | null }) {
  const { t } = useText();
  const { content, state } = email;
  if (content === "private") return <p className="text-text-2">{t("notifications-admin.private")}</p>;
  if (content === "emptied") return <p className="text-text-2">{t("notifications-admin.emptied")}</p>;
  if (html === null) return <p className="text-text-2">{t("notifications-admin.gone")}</p>;
  return (
    <>
      {state !== "sent" && <p className="mb-1.5 text-fine text-text-3">{t("notifications-admin.ifSentNow")}</p>}
      <EmailFrame title={t("notifications-admin.previewOf", { subject: nameOf(email, t) })} html={html} />
    </>
  );
}

/** The same beside the list, loaded once the panel is open. */
export function LoadedContent({ email }: { email: OpenEmail }) {
  const { t, locale } = useText();
  const { data, load } = useFetcher<{ html: string | null }>();
  const href = localizedPath(`/admin/emails/${email.id}`, locale);
  const isShown = email.content === "shown";
  useEffect(() => void (isShown && load(href)), [href, load, isShown]);
  if (isShown && !data) return <p className="py-8 text-text-3">{t("notifications-admin.loading")}</p>;
  return <EmailContent email={email} html={data?.html ?? null} />;
}
