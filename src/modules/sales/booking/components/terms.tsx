import { type ComponentType, useState } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { patiently } from "#src/kernel/patiently.ts";
import { useText } from "#src/locales/use-text.ts";
import { LINK } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { during } from "#src/ui/pending.ts";
import type { TermsDialogProps } from "#src/modules/sales/booking/components/terms-dialog.tsx";

const fetchDialog = async () => (await import("#src/modules/sales/booking/components/terms-dialog.tsx")).TermsDialog;
/** How often the dialog's code is asked for, before the terms are opened as a page. */
const TRIES = 2;

type TermsProps = {
  defaultChecked: boolean;
  error?: string | undefined;
  /** "Last updated …"; null while the terms are Ronda's own. */
  updated: string | null;
};

/** The agreement checkbox, with the terms in a dialog; without JavaScript they expand below it. */
export function Terms({ defaultChecked, error, updated }: TermsProps) {
  const { t, locale } = useText();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<{ Shown: ComponentType<TermsDialogProps> } | null>(null);
  const read = async (href: string) => {
    if (!dialog)
      try {
        const Shown = await during("", patiently(fetchDialog, TRIES));
        setDialog({ Shown });
      } catch {
        // what was typed is kept as for every other way out of the form
        return location.assign(href);
      }
    setOpen(true);
  };
  const agree = () => {
    const box = document.getElementById("agreed");
    if (box instanceof HTMLInputElement) {
      box.checked = true;
      // as if ticked by hand: an error about it leaves
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }
    setOpen(false);
  };
  return (
    <div>
      <Checkbox
        id="agreed"
        name="agreed"
        value="yes"
        required
        defaultChecked={defaultChecked}
        {...(error ? { error } : {})}
      >
        {t("booking-checkout.agree")}{" "}
        <a
          // until the dialog can open, and without JavaScript, in a new tab: the form keeps its input
          href={localizedPath("/terms", locale)}
          target="_blank"
          rel="noopener"
          onClick={(event) => {
            event.preventDefault();
            void read(event.currentTarget.href);
          }}
          className={LINK}
        >
          {t("booking-checkout.agreeLink")}
        </a>
        .
      </Checkbox>
      <details id="terms" className="mt-2 max-w-[34rem] scripted:hidden">
        <summary className={LINK}>{t("booking-checkout.terms.title")}</summary>
        <TermsText updated={updated} />
      </details>
      {dialog && (
        <dialog.Shown open={isOpen} onClose={() => setOpen(false)} onAgree={agree}>
          <TermsText updated={updated} />
        </dialog.Shown>
      )}
    </div>
  );
}

function TermsText({ updated }: Pick<TermsProps, "updated">) {
  const { t, locale } = useText();
  return (
    <div className="grid gap-3 [&_h3]:mt-2 [&_h3]:text-xl">
      <p>{t("booking-checkout.terms.age")}</p>
      <h3>{t("booking-checkout.terms.cancel.title")}</h3>
      <p>
        {t("booking-checkout.terms.cancel")} {t("booking-checkout.terms.noShow")}
      </p>
      <h3>{t("booking-checkout.terms.weather.title")}</h3>
      <p>{t("booking-checkout.terms.weather")}</p>
      <h3>{t("booking-checkout.terms.behaviour.title")}</h3>
      <p>{t("booking-checkout.terms.behaviour")}</p>
      <h3>{t("booking-checkout.terms.price.title")}</h3>
      <p>{t("booking-checkout.terms.price")}</p>
      <p className="text-small text-text-2">
        {updated ?? t("booking-checkout.terms.updated")} · {/* new tab: navigating away would lose the form's input */}
        <a href={localizedPath("/terms", locale)} target="_blank" rel="noopener" className={LINK}>
          {t("booking-checkout.terms.whole")}
        </a>
      </p>
    </div>
  );
}
