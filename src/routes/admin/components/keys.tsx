import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { grants, type Standing } from "#src/modules/base/identity/rules/permissions.ts";
import { Key } from "#src/routes/admin/components/top-bar.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import { AdminCheck } from "#src/ui/admin/field.tsx";
import { useKeys, useSingleKeys } from "#src/ui/admin/use-keys.ts";

type ShellKeysProps = {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
  pages: readonly { href: string; key: string | null }[];
  me: Standing;
};

const HINTS: readonly [keys: readonly string[], text: MessageId][] = [
  [["Ctrl", "K"], "admin.keys.command"],
  [["/"], "admin.keys.search"],
  [["J", "K"], "admin.keys.walk"],
  [["X"], "admin.keys.select"],
  [["Enter"], "admin.keys.open"],
  [["Esc"], "admin.keys.back"],
  [["Ctrl", "S"], "admin.keys.save"],
  [["Ctrl", "Enter"], "admin.keys.confirm"],
  [["G", "T B S C"], "admin.keys.go"],
  [["N"], "admin.keys.new"],
  [["?"], "admin.keys.help"],
];

/** Keyboard shortcuts that work everywhere, and their list. */
export function ShellKeys({ open, onOpen, onClose, pages, me }: ShellKeysProps) {
  const { t, locale } = useText();
  const navigate = useNavigate();
  const [single, chooseSingle] = useSingleKeys();
  useSaveKey();
  const to = (href: string) => () => void navigate(href);
  useKeys({
    "?": onOpen,
    ...(grants(me, "bookings.change") ? { n: to(localizedPath("/admin/bookings/new", locale)) } : {}),
    ...Object.fromEntries(pages.flatMap(({ key, href }) => (key ? [[`g ${key}`, to(href)]] : []))),
  });
  return (
    <AdminDialog open={open} title={t("admin.keys.title")} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
        {HINTS.map(([keys, text]) => (
          <Hint key={text} keys={keys}>
            {t(text)}
          </Hint>
        ))}
      </dl>
      <AdminCheck className="mt-3" checked={single} onChange={() => chooseSingle(!single)}>
        {t("admin.keys.single")}
      </AdminCheck>
    </AdminDialog>
  );
}

function Hint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <Key key={key}>{key}</Key>
        ))}
      </dt>
      <dd>{children}</dd>
    </>
  );
}

/** Ctrl+S submits the form whose save bar shows unsaved changes. */
function useSaveKey() {
  // the browser would save the page as a file
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      const button = document.querySelector<HTMLButtonElement>("button[data-save]");
      if (!button) return;
      event.preventDefault();
      button.click();
    };
    addEventListener("keydown", save);
    return () => removeEventListener("keydown", save);
  }, []);
}
