import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { AdminButton } from "./button.tsx";
import { AdminField, AdminInput } from "./field.tsx";

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** The effect, in people and money. */
  children: ReactNode;
  /** Names the effect ("Cancel 8 bookings, refund MXN 4,240"). */
  confirmLabel: string;
  cancelLabel: string;
  /** True for what is irreversible or costs somebody something. */
  dangerous?: boolean;
  busy?: boolean;
  /** The word to type first, for irreversible actions. */
  word?: { expected: string; label: string };
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation. Ctrl+Enter confirms, except where a word must be typed; Escape cancels. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel,
  dangerous = false,
  busy = false,
  word,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [entered, setEntered] = useState("");
  const [wasOpen, setWasOpen] = useState(open);
  // the word must be typed again each time the dialog opens
  if (open !== wasOpen) {
    setWasOpen(open);
    setEntered("");
  }
  const may = !busy && (!word || entered.trim().toLowerCase() === word.expected.toLowerCase());
  const fieldId = useId();
  return (
    <AdminDialog
      open={open}
      title={title}
      onClose={onClose}
      onQuick={() => {
        if (may && !word) onConfirm();
      }}
      footer={
        <>
          <AdminButton kind="quiet" onClick={onClose}>
            {cancelLabel}
          </AdminButton>
          <AdminButton kind={dangerous ? "dangerFill" : "ink"} disabled={!may} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </AdminButton>
        </>
      }
    >
      {children}
      {word && (
        <AdminField id={fieldId} label={word.label} className="mt-3">
          {(control) => (
            <AdminInput
              {...control}
              value={entered}
              onChange={(event) => setEntered(event.target.value)}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          )}
        </AdminField>
      )}
    </AdminDialog>
  );
}

type AdminDialogProps = {
  open: boolean;
  title: string;
  onClose: () => void;
  /** On Ctrl+Enter. */
  onQuick?: () => void;
  wide?: boolean;
  footer?: ReactNode;
  children: ReactNode;
};

/** The browser's modal dialog in the admin's style: it traps the focus and restores it. */
export function AdminDialog({ open, title, onClose, onQuick, wide = false, footer, children }: AdminDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const closing = useRef(false);
  // only showModal() makes it modal; the `open` attribute wouldn't trap the focus
  useEffect(() => {
    const isOpen = dialog.current?.open === true;
    if (open === isOpen) return;
    if (open) dialog.current?.showModal();
    else {
      closing.current = true;
      dialog.current?.close();
    }
  }, [open]);
  // the `close` event fires a frame late: after a close from here the dialog may be open again, and the event would cancel that
  const closed = () => {
    if (!closing.current) onClose();
    closing.current = false;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes as well
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={closed}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      onKeyDown={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && onQuick?.()}
      className={`m-auto max-h-[calc(100dvh-2rem)] flex-col overflow-hidden rounded-panel border border-line-2 bg-surface text-text backdrop:bg-scrim open:flex max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none ${wide ? "md:w-[min(100%-2rem,52rem)]" : "md:w-[min(100%-2rem,29rem)]"}`}
    >
      <h2 id={titleId} className="heading px-4.5 pt-3.5 pb-2 text-lg">
        {title}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 grow overflow-y-auto px-4.5 pb-3.5 -outline-offset-2">
        {open && children}
      </div>
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-4.5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      )}
    </dialog>
  );
}
