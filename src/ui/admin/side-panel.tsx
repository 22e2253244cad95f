import { ArrowDown, ArrowUp, X } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { IconAdminLink } from "./button.tsx";
import { useKeys } from "./use-keys.ts";

type SidePanelProps = {
  title: ReactNode;
  meta?: ReactNode;
  closeHref: string;
  /** The neighboring rows; null at the ends of the list. */
  previousHref?: string | null;
  nextHref?: string | null;
  /** Replace "Previous" and "Next". */
  labels?: { previous?: string; next?: string };
  /** Actions, always visible; the destructive one last. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * An opened row: beside its list on a desktop, full screen on a phone. Escape closes it, J and K open its neighbors; the URL
 * records that it is open.
 */
export function SidePanel({
  title,
  meta,
  closeHref,
  previousHref = null,
  nextHref = null,
  labels = {},
  footer,
  children,
}: SidePanelProps) {
  const { t } = useText();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  // keyboard users continue inside the panel
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  // Escape closes the topmost layer: a dialog or an open filter handles it first. As soon as the panel is seen: an effect comes later
  useLayoutEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector("dialog[open], details[open]:focus-within, [popover]:popover-open")) return;
      void navigate(closeHref, { preventScrollReset: true });
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [closeHref, navigate]);
  const walk = (href: string | null) => () => {
    if (href === null) return false;
    void navigate(href, { preventScrollReset: true });
  };
  useKeys({ j: walk(nextHref), k: walk(previousHref) });
  return (
    <aside
      ref={panel}
      data-walks={previousHref !== null || nextHref !== null || undefined}
      tabIndex={-1}
      aria-labelledby={id}
      className="fixed inset-y-0 right-0 z-40 flex w-full flex-col border-l border-line-2 bg-surface shadow-[-18px_0_40px_-26px_#140c1266] outline-none! md:w-120 print:static print:w-auto"
    >
      <header className="flex items-start gap-1 border-b border-border py-2.5 pr-2.5 pl-4">
        <div className="mr-auto min-w-0 pt-0.5">
          <h2 id={id} className="heading flex flex-wrap items-center gap-2 text-lg">
            {title}
          </h2>
          {meta && <div className="mt-0.5 text-text-2">{meta}</div>}
        </div>
        {previousHref && (
          <IconAdminLink label={labels.previous ?? t("admin.previous")} to={previousHref} preventScrollReset>
            <ArrowUp aria-hidden size={17} />
          </IconAdminLink>
        )}
        {nextHref && (
          <IconAdminLink label={labels.next ?? t("admin.next")} to={nextHref} preventScrollReset>
            <ArrowDown aria-hidden size={17} />
          </IconAdminLink>
        )}
        <IconAdminLink label={t("admin.close")} to={closeHref} preventScrollReset>
          <X aria-hidden size={17} />
        </IconAdminLink>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 grow overflow-y-auto px-4 -outline-offset-2">
        {children}
      </div>
      {footer && (
        <footer className="flex flex-wrap gap-2 border-t border-border bg-surface px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      )}
    </aside>
  );
}

/** A section of a side panel with its own small title. */
export function PanelPart({
  title,
  icon,
  aside,
  children,
}: {
  title: string;
  icon?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-b border-border py-2.5 last:border-b-0">
      <h3 id={id} className="mb-1.5 flex items-center gap-1.5 text-fine text-text-3">
        {icon}
        {title}
        {aside && <span className="ml-auto text-text-2">{aside}</span>}
      </h3>
      {children}
    </section>
  );
}
