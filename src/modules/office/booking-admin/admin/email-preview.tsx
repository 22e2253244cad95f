import { useEffect } from "react";
import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { PanelEmail } from "#src/modules/office/booking-admin/rules/panel.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import { EmailFrame } from "#src/ui/admin/email-frame.tsx";

/** An email as the guest sees it, in a sandboxed frame without scripts. */
export function EmailPreview({
  bookingId,
  email,
  onClose,
}: {
  bookingId: string;
  email: PanelEmail;
  onClose: () => void;
}) {
  const { t, locale } = useText();
  const { data, load } = useFetcher<{ html: string | null }>();
  const href = localizedPath(`/admin/bookings/${bookingId}/emails/${email.id}`, locale);
  // load the email's content when the preview opens
  useEffect(() => void load(href), [href, load]);
  const title = t("booking-admin.previewOf", {
    email: t("booking-admin.email", { kind: email.kind, about: email.about }),
  });
  return (
    <AdminDialog
      open
      wide
      title={title}
      onClose={onClose}
      footer={
        <AdminButton kind="quiet" onClick={onClose}>
          {t("booking-admin.close")}
        </AdminButton>
      }
    >
      {!data && <p className="py-8 text-text-3">{t("booking-admin.busy")}</p>}
      {data && data.html === null && <p className="py-8 text-text-2">{t("booking-admin.previewGone")}</p>}
      {data?.html && <EmailFrame title={title} html={data.html} />}
    </AdminDialog>
  );
}
