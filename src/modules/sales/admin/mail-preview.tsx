import { useEffect } from "react";
import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { PanelMail } from "#src/modules/sales/rules/panel.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";

/** A mail as its reader sees it, in a frame in which nothing runs. */
export function MailPreview({ bookingId, mail, onClose }: { bookingId: string; mail: PanelMail; onClose: () => void }) {
  const { t, locale } = useText();
  const { data, load } = useFetcher<{ html: string | null }>();
  const href = localizedPath(`/admin/bookings/${bookingId}/mails/${mail.id}`, locale);
  // what a mail says is fetched when somebody wants to see it
  useEffect(() => void load(href), [href, load]);
  const title = t("reservation.previewOf", { mail: t("reservation.mail", { kind: mail.kind }) });
  return (
    <AdminDialog
      open
      wide
      title={title}
      onClose={onClose}
      footer={
        <AdminButton kind="quiet" onClick={onClose}>
          {t("reservation.close")}
        </AdminButton>
      }
    >
      {!data && <p className="py-8 text-text-3">{t("reservation.busy")}</p>}
      {data && data.html === null && <p className="py-8 text-text-2">{t("reservation.previewGone")}</p>}
      {data?.html && (
        // no scripts: same-origin only lets the mail load the display face
        <iframe
          title={title}
          srcDoc={data.html}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          className="h-[65vh] w-full rounded-md border border-border"
        />
      )}
    </AdminDialog>
  );
}
