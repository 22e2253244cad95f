import { Copy, Share2 } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

type PartnerShareProps = { code: string; link: string; onCopied: (said: string) => void };

/** A partner's link and code, to copy and to send. */
export function PartnerShare({ code, link, onCopied }: PartnerShareProps) {
  const { t } = useText();
  const text = t("commission-page.share.message", { link });
  const copy = (what: string) =>
    void navigator.clipboard.writeText(what).then(
      () => onCopied(t("commission-page.share.copied")),
      () => onCopied(t("commission-page.share.notCopied")),
    );
  const share = () => void navigator.share({ text }).catch(() => {}); // they thought better of it
  return (
    <section id="share" aria-labelledby="share-title" className="grid gap-4 rounded-lg bg-surface p-5 shadow-md sm:p-7">
      <h2 id="share-title" className="text-h3">
        {t("commission-page.share.title")}
      </h2>
      <p className="text-text-2">{t("commission-page.share.text")}</p>
      <Copied label={t("commission-page.share.link")} value={link} onCopy={copy} />
      <Copied
        label={t("commission-page.share.code")}
        value={code}
        hint={t("commission-page.share.codeHint")}
        onCopy={copy}
      />
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ small: true })}
        >
          {t("commission-page.share.whatsapp")}
        </a>
        <Button kind="secondary" small onClick={share} className="not-hydrated:hidden">
          <Share2 aria-hidden size={18} />
          {t("commission-page.share.more")}
        </Button>
      </div>
    </section>
  );
}

type CopiedProps = { label: string; value: string; hint?: string; onCopy: (value: string) => void };

function Copied({ label, value, hint, onCopy }: CopiedProps) {
  const { t } = useText();
  return (
    <div className="grid gap-1">
      <p className="text-small font-semibold">{label}</p>
      <div className="flex items-stretch gap-2">
        <p className="min-w-0 grow rounded-md bg-surface-2 px-3.5 py-2.5 font-mono text-small break-all select-all">
          {value}
        </p>
        <Button
          kind="secondary"
          small
          aria-label={t("commission-page.share.copy", { what: label })}
          onClick={() => onCopy(value)}
          className="not-hydrated:hidden"
        >
          <Copy aria-hidden size={18} />
        </Button>
      </div>
      {hint && <p className="text-small text-text-2">{hint}</p>}
    </div>
  );
}

/** What somebody new does first. */
export function FirstSteps() {
  const { t } = useText();
  return (
    <section aria-labelledby="first" className="grid gap-5 rounded-lg bg-marigold-tint p-6 sm:p-8">
      <div className="flex items-center gap-5">
        <Flag motif="toast" className="h-20 shrink-0 text-marigold-text" />
        <h2 id="first" className="text-h3">
          {t("commission-page.first.title")}
        </h2>
      </div>
      <ol className="grid list-decimal gap-2 pl-6 marker:font-bold">
        <li>{t("commission-page.first.poster")}</li>
        <li>{t("commission-page.first.link")}</li>
        <li>{t("commission-page.first.look")}</li>
      </ol>
      <p>
        <a href="#share" className={buttonClass({ small: true })}>
          {t("commission-page.first.action")}
        </a>
      </p>
    </section>
  );
}
