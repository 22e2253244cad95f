import { Copy, Download, Printer } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { Button } from "#src/ui/button.tsx";

/** The recovery codes of the second factor, shown this once: to copy, save or print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const text = `${t("identity-profile.codes.file")}\n\n${codes.join("\n")}\n`;
  const copy = () => void navigator.clipboard.writeText(codes.join("\n")).then(() => setCopied(true));
  return (
    <div className="grid max-w-[34rem] gap-3.5">
      <p className="text-text-2">{t("identity-profile.codes.lead")}</p>
      <ul
        data-print="alone"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-surface-2 px-5 py-4 font-mono text-[1.0625rem] inset-ring inset-ring-border"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5 not-hydrated:invisible unscripted:hidden">
        <Act icon={<Copy aria-hidden size={18} />} onClick={copy}>
          {t(copied ? "identity-profile.codes.copied" : "identity-profile.codes.copy")}
        </Act>
        <Act icon={<Download aria-hidden size={18} />} onClick={() => save("codes.txt", text)}>
          {t("identity-profile.codes.save")}
        </Act>
        <Act icon={<Printer aria-hidden size={18} />} onClick={() => print()}>
          {t("identity-profile.codes.print")}
        </Act>
      </div>
      <p role="status" className="sr-only">
        {copied && t("identity-profile.codes.copied")}
      </p>
    </div>
  );
}

function Act({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <Button kind="secondary" small onClick={onClick}>
      {icon}
      {children}
    </Button>
  );
}

/** Downloads a text as a file. */
function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
