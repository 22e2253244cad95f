import { Copy } from "#src/ui/lucide/icons.ts";
import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { stackToast } from "#src/ui/toasts.tsx";

type ShareDialogProps = { link: { url: string; until: string } | null; onClose: () => void };

/** The link to the draft, until when it works, and who can open it. */
export function ShareDialog({ link, onClose }: ShareDialogProps) {
  const { t, locale } = useText();
  const copy = async () => {
    if (!link) return;
    try {
      await navigator.clipboard.writeText(link.url);
      stackToast({ title: t("content-admin.share.copied") });
    } catch {
      document.querySelector<HTMLInputElement>("#preview-link")?.select();
    }
  };
  const date = link?.until ? shortDate(dateIn(new Date(link.until), HOME_ZONE), locale) : "";
  return (
    <AdminDialog
      open={link !== null}
      title={t("content-admin.share.title")}
      onClose={onClose}
      footer={
        <>
          <AdminButton kind="quiet" onClick={onClose}>
            {t("admin.close")}
          </AdminButton>
          <AdminButton kind="ink" icon={<Copy aria-hidden size={15} />} onClick={() => void copy()}>
            {t("content-admin.share.copy")}
          </AdminButton>
        </>
      }
    >
      <AdminField
        id="preview-link"
        label={t("content-admin.share.link")}
        help={t("content-admin.share.text", { date })}
      >
        {(control) => (
          <AdminInput
            {...control}
            readOnly
            value={link?.url ?? ""}
            onFocus={(event) => event.currentTarget.select()}
            className="font-mono"
          />
        )}
      </AdminField>
    </AdminDialog>
  );
}
