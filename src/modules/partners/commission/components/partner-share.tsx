import { Copy, Download, Printer } from "#src/ui/lucide/icons.ts";
import { useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { WriteToUs } from "#src/modules/partners/commission/components/write-to-us.tsx";
import type { PageCode } from "#src/modules/partners/commission/rules/partner-page.ts";
import { Button, buttonClass, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Flag } from "#src/ui/papel-picado.tsx";
import { ShareButton } from "#src/ui/share-button.tsx";

type PartnerShareProps = { code: string; link: string; snippet: string; onCopied: (url: string) => void };

/** A partner's link and code, to copy and to send. */
export function PartnerShare({ code, link, snippet, onCopied }: PartnerShareProps) {
  const { t } = useText();
  const text = t("commission-page.share.message", { link });
  const copy = (what: string) =>
    void navigator.clipboard.writeText(what).then(
      () => onCopied(t("commission-page.share.copied")),
      () => onCopied(t("commission-page.share.notCopied")),
    );
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
        <ShareButton text={text}>{t("commission-page.share.more")}</ShareButton>
      </div>
      <details>
        <summary className={classNames(LINK, "flex min-h-11 items-center")}>
          {t("commission-page.widget.title")}
        </summary>
        <div className="grid gap-3 pt-1">
          <p className="text-text-2">{t("commission-page.widget.text")}</p>
          <Copied label={t("commission-page.widget.line")} value={snippet} onCopy={copy} />
          <p className="text-small text-text-2">{t("commission-page.widget.sites")}</p>
          <WriteToUs about="partner-site" />
        </div>
      </details>
    </section>
  );
}

/** What a partner prints: posters and table tents with their QR codes. */
export function PartnerPosters({ codes }: { codes: readonly PageCode[] }) {
  const { t } = useText();
  return (
    <section id="posters" aria-labelledby="posters-title" className="grid gap-4">
      <h2 id="posters-title" className="text-h3">
        {t("commission-page.posters.title")}
      </h2>
      <p className="text-text-2">
        {t(codes.length > 0 ? "commission-page.posters.text" : "commission-page.posters.none")}
      </p>
      {codes.length === 0 && <WriteToUs />}
      {codes.map((code) => (
        <Poster key={code.id} code={code} />
      ))}
    </section>
  );
}

function Poster({ code: { id, name, address, svg } }: { code: PageCode }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const file = (named: string) => `${pathname}/codes/${id}/${named}`;
  return (
    <article
      aria-label={name}
      className="grid grid-cols-[6rem_1fr] gap-4 rounded-lg bg-surface p-5 shadow-md sm:grid-cols-[9rem_1fr]"
    >
      <span
        role="img"
        aria-label={t("commission-page.posters.code", { name })}
        className="block size-24 overflow-hidden rounded-md bg-[#fff] sm:size-36"
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <div className="grid min-w-0 content-start justify-items-start gap-2">
        <h3 className="font-text text-lg font-bold">{name}</h3>
        <p className="font-mono text-small break-all text-text-2">{address}</p>
        <a href={file("poster-letter-both.pdf")} className={buttonClass({ small: true })}>
          <Printer aria-hidden size={18} />
          {t("commission-page.posters.poster")}
        </a>
        <p className="flex flex-wrap gap-x-4">
          <a
            href={file("tent-letter-both.pdf")}
            className={classNames(LINK, "inline-flex min-h-11 items-center text-small")}
          >
            {t("commission-page.posters.tent")}
          </a>
          <a
            href={file("code-1024.png")}
            className={classNames(LINK, "inline-flex min-h-11 items-center gap-1.5 text-small")}
          >
            <Download aria-hidden size={16} />
            {t("commission-page.posters.picture")}
          </a>
        </p>
      </div>
    </article>
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
          className="not-hydrated:invisible unscripted:hidden"
        >
          <Copy aria-hidden size={18} />
        </Button>
      </div>
      {hint && <p className="text-small text-text-2">{hint}</p>}
    </div>
  );
}

/** What somebody new does first; a poster is theirs once there is a code to print. */
export function FirstSteps({ hasCode }: { hasCode: boolean }) {
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
        {hasCode && <li>{t("commission-page.first.poster")}</li>}
        <li>{t("commission-page.first.link")}</li>
        <li>{t("commission-page.first.look")}</li>
      </ol>
      <p>
        <a href={hasCode ? "#posters" : "#share"} className={buttonClass({ small: true })}>
          {t(hasCode ? "commission-page.first.action" : "commission-page.first.share")}
        </a>
      </p>
    </section>
  );
}
