import { useEffect, useRef } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { Standing } from "#src/modules/base/identity/rules/permissions.ts";
import { later } from "#src/ui/later.tsx";

type CommandBoxProps = {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** The pages of the menu. */
  pages: readonly { href: string; name: string }[];
  me: Standing;
};

const fetchList = async () => (await import("#src/modules/office/command/admin/command-list.tsx")).CommandList;
const CommandList = later("command-list", fetchList);

/**
 * Searches bookings, departures, crawls, customers, partners and pages. Ctrl+K (Cmd+K) opens it; the arrows move, Enter opens, `>` leaves
 * only actions. An empty query shows the pages.
 */
export function CommandBox({ open, onOpen, onClose, pages, me }: CommandBoxProps) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useOpenKey(open ? onClose : onOpen);
  useFetchedAhead();
  // only showModal() makes it modal
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    else if (!open) dialog.current?.close();
  }, [open]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes as well
    <dialog
      ref={dialog}
      aria-label={t("admin.command.title")}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="mx-auto mt-[min(5.75rem,12dvh)] mb-auto max-h-[min(36rem,76dvh)] w-[min(100%-1.5rem,38.75rem)] flex-col overflow-hidden rounded-panel border border-line-2 bg-surface text-text shadow-[0_24px_70px_-20px_#140c128c] backdrop:bg-scrim open:flex"
    >
      {open && <CommandList pages={pages} me={me} onClose={onClose} />}
    </dialog>
  );
}

function useOpenKey(toggle: () => void) {
  // by default Ctrl+K focuses the browser's address bar
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      toggle();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

/** Has the list's code come with the first touch of the page, before somebody opens the box and types. */
function useFetchedAhead() {
  useEffect(() => {
    // offline it is tried again when the box opens
    const fetch = () => void fetchList().catch(() => {});
    for (const kind of ["pointermove", "keydown"]) addEventListener(kind, fetch, { once: true, passive: true });
    return () => {
      for (const kind of ["pointermove", "keydown"]) removeEventListener(kind, fetch);
    };
  }, []);
}
