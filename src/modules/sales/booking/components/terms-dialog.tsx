import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

export type TermsDialogProps = { open: boolean; onClose: () => void; onAgree: () => void; children: ReactNode };

/** The terms in a dialog, which ticks their box for who agrees. Its code comes when it is first opened. */
export function TermsDialog({ open, onClose, onAgree, children }: TermsDialogProps) {
  const { t } = useText();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("booking-checkout.terms.title")}
      closeLabel={t("booking-checkout.terms.close")}
      actions={<Button onClick={onAgree}>{t("booking-checkout.terms.agree")}</Button>}
    >
      {children}
    </Dialog>
  );
}
