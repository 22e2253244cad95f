import { Lock, Maximize2 } from "#src/ui/lucide/icons.ts";
import { useLocation } from "react-router";
import { localeOfPath, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ThemeToggle } from "#src/modules/site/content/components/theme-toggle.tsx";
import { IconButton } from "#src/ui/button.tsx";
import { Logo } from "#src/ui/logo.tsx";

type DeskHeadProps = { partner: string | null; name?: string; onLock?: () => void };

/** The bar above a desk: whose it is, and what a device may want; our logo where it is nobody's. `onLock`: only while it is open. */
export function DeskHead({ partner, name, onLock }: DeskHeadProps) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const other = locale === "en" ? "es" : "en";
  const plain = localeOfPath(pathname) === "es" ? pathname.slice(3) : pathname;
  return (
    <header className="flex items-center gap-1 border-b border-border bg-surface px-4 py-1.5">
      <meta name="robots" content="noindex" />
      <meta name="mobile-web-app-capable" content="yes" />
      <meta name="apple-mobile-web-app-capable" content="yes" />
      {partner === null ? (
        <span className="min-w-0 grow">
          <Logo label={t("common.brand")} className="h-9" />
        </span>
      ) : (
        <p className="min-w-0 grow leading-tight">
          <strong className="line-clamp-2 wrap-anywhere">{partner}</strong>
          {name && <span className="block truncate text-small text-text-2">{name}</span>}
        </p>
      )}
      <a
        href={localizedPath(plain, other)}
        lang={other}
        className="inline-flex min-h-11 items-center px-2 font-semibold text-text no-underline"
      >
        {t("tickets.otherLanguage")}
      </a>
      <ThemeToggle />
      <span className="invisible hydrated:visible">
        <IconButton
          label={t("desk.fullScreen")}
          onClick={() => void document.documentElement.requestFullscreen?.().catch(() => undefined)}
        >
          <Maximize2 aria-hidden size={20} />
        </IconButton>
      </span>
      {onLock && (
        <IconButton label={t("desk.lock")} onClick={onLock}>
          <Lock aria-hidden size={20} />
        </IconButton>
      )}
    </header>
  );
}
