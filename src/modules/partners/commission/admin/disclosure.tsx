import type { ReactNode } from "react";
import { adminButtonClass } from "#src/ui/admin/button.tsx";

/** A button that first says what it does, and has it confirmed: also without scripts. */
export function Disclosure({ label, ink = false, children }: { label: string; ink?: boolean; children: ReactNode }) {
  return (
    <details className="group min-w-0 grow basis-full open:rounded-md open:border open:border-border open:bg-surface-2 open:p-3 sm:basis-auto sm:grow-0 sm:open:basis-full">
      <summary className={`${adminButtonClass({ kind: ink ? "ink" : "plain" })} cursor-pointer list-none`}>
        {label}
      </summary>
      <div className="mt-2.5 grid gap-2.5">{children}</div>
    </details>
  );
}
