import { Trash2 } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ADMIN_LINK, AdminButton, IconAdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";

type DeleteCrawlProps = {
  title: string;
  /** Number of upcoming departures: any prevents deletion. */
  departures: number;
  /** Whether to render the button as an icon. */
  small?: boolean;
  busy: boolean;
  onDelete: () => void;
};

/** Deletes a crawl after explaining the consequences, or says what prevents it. */
export function DeleteCrawl({ title, departures, small = false, busy, onDelete }: DeleteCrawlProps) {
  const { t, locale } = useText();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const isFree = departures === 0;
  return (
    <>
      {small ? (
        <IconAdminButton label={t("catalog-admin.deleteOf", { title })} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden size={15} />
        </IconAdminButton>
      ) : (
        <AdminButton kind="danger" icon={<Trash2 aria-hidden size={15} />} busy={busy} onClick={() => setAsking(true)}>
          {t("catalog-admin.delete")}
        </AdminButton>
      )}
      <ConfirmDialog
        open={asking}
        title={t(isFree ? "catalog-admin.delete.title" : "catalog-admin.delete.blocked", { title })}
        confirmLabel={t("catalog-admin.delete.confirm")}
        cancelLabel={t("admin.cancel")}
        dangerous
        busy={busy || !isFree}
        onConfirm={() => {
          close();
          onDelete();
        }}
        onClose={close}
      >
        {isFree ? (
          <p>{t("catalog-admin.delete.text")}</p>
        ) : (
          <div className="grid gap-2">
            <p>{t("catalog-admin.delete.departures", { departures })}</p>
            <p>
              <Link to={localizedPath("/admin/schedule", locale)} className={ADMIN_LINK}>
                {t("catalog-admin.toSchedule")}
              </Link>
            </p>
          </div>
        )}
      </ConfirmDialog>
    </>
  );
}
