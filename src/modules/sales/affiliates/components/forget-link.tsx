import { createPortal } from "react-dom";
import { dateIn, dayAndYear, HOME_ZONE } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { clearAffiliate } from "#src/modules/sales/affiliates/components/stored-affiliate.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

type ForgetLinkProps = {
  /** Until when a link is remembered (ms); null once it is forgotten. */
  until: number | null;
  open: boolean;
  onClose: () => void;
};

/** Says that a partner's link is remembered, for how long and what for, and forgets it. */
export function ForgetLink({ until, open, onClose }: ForgetLinkProps) {
  const { t, locale } = useText();
  const date = until === null ? "" : dayAndYear(dateIn(new Date(until), HOME_ZONE), locale);
  // out of the footer: the dialog has the page's colors, and a head and foot of its own
  return createPortal(
    <Dialog
      open={open}
      onClose={onClose}
      title={t("affiliates.link.title")}
      closeLabel={t("site.close")}
      actions={
        until === null ? (
          <Button kind="secondary" small onClick={onClose}>
            {t("site.close")}
          </Button>
        ) : (
          <Button kind="secondary" small onClick={clearAffiliate}>
            {t("affiliates.link.forget")}
          </Button>
        )
      }
    >
      <p role="status">{until === null ? t("affiliates.link.forgotten") : t("affiliates.link.text", { date })}</p>
    </Dialog>,
    document.body,
  );
}
