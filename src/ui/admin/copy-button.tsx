import { Copy } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { stackToast } from "#src/ui/toasts.tsx";

/**
 * Copies a text that can be seen, and says what to do where the browser refuses. `said.refused` says it of one that can't, and
 * stays until it is closed.
 */
export function useCopy() {
  const { t } = useText();
  return async (text: string, messages: { copied?: string; refused?: string } = {}): Promise<void> => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (copied) stackToast({ title: messages.copied ?? t("admin.copied") });
    else
      stackToast(
        { title: messages.refused ?? t("admin.notCopied"), tone: "bad" },
        messages.refused ? { stays: true } : {},
      );
  };
}

/** Copies a text that stands beside it. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const copy = useCopy();
  return (
    <AdminButton icon={<Copy aria-hidden size={15} />} onClick={() => void copy(text)}>
      {children}
    </AdminButton>
  );
}
