import { Copy } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { stackToast } from "#src/ui/toasts.tsx";

/** Copies a text; what to do where the browser refuses is said. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const { t } = useText("affiliates-qr");
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    const title = t(copied ? "affiliates-qr.copied" : "affiliates-qr.notCopied");
    stackToast({ title, tone: copied ? "good" : "bad" });
  };
  return (
    <AdminButton icon={<Copy aria-hidden size={15} />} onClick={() => void copy()}>
      {children}
    </AdminButton>
  );
}
