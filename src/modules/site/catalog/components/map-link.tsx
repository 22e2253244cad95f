import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";

/** A place's name that leads to a map of it, in another tab. */
export function MapLink({ to, children }: { to: string; children: ReactNode }) {
  const { t } = useText();
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="text-text underline decoration-border-strong decoration-dotted underline-offset-4 hover:decoration-solid"
    >
      {children}
      <span className="sr-only"> {t("catalog-proof.map")}</span>
    </a>
  );
}
