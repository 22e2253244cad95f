import { X } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./button.tsx";

type DialogProps = {
  open: boolean;
  /** Called on the cross, Escape and a click outside. */
  onClose: () => void;
  title: string;
  closeLabel: string;
  /** Stays visible under the scrolling content. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The browser's modal dialog: it traps the focus and restores it. */
export function Dialog({ open, onClose, title, closeLabel, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // only showModal() makes it modal; the `open` attribute wouldn't trap the focus
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes as well
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="m-auto max-h-[min(44rem,100dvh-2rem)] w-[min(100%-2rem,40rem)] flex-col overflow-hidden rounded-lg bg-surface text-text shadow-lg backdrop:bg-ink/70 open:flex"
    >
      <header className="flex items-center justify-between gap-4 border-b border-border py-3 pr-3 pl-6">
        <h2 id={titleId} className="text-h3">
          {title}
        </h2>
        <IconButton label={closeLabel} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="grow overflow-y-auto px-6 py-5 -outline-offset-3">
        {children}
      </div>
      {actions && (
        <footer className="flex flex-wrap justify-end gap-3 border-t border-border px-6 pt-4 pb-5">{actions}</footer>
      )}
    </dialog>
  );
}
