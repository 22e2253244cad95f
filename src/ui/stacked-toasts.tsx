import { lazy, Suspense, useSyncExternalStore } from "react";
import type { ToastMessage } from "./toasts.tsx";

const load = () => import("sonner");
const Toaster = lazy(async () => ({ default: (await load()).Toaster }));
const listeners = new Set<() => void>();
let wanted = false;

/**
 * The second kind of toast, for a run of small successes: up to three at once, four seconds each unless it `stays` until it is
 * closed. `undo` takes back what was done.
 */
export async function stackToast(
  { title, description, tone = "good" }: ToastMessage,
  { undo, stays = false }: { undo?: { label: string; act: () => void } | undefined; stays?: boolean } = {},
): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { toast } = await load();
  const action = undo && { label: undo.label, onClick: undo.act };
  const more = { description, action, ...(stays ? { duration: Infinity, closeButton: true } : {}) };
  toast[tone === "good" ? "success" : "error"](title, more);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type RegionProps = {
  label: string;
  closeLabel: string;
  /** Below the header of the site, so that it never covers the other kind of toast; at the foot of the admin. */
  place?: "top" | "bottom";
};
const PLACES = {
  top: { position: "top-right", offset: { top: "5.5rem" }, mobileOffset: { top: "4.75rem" } },
  bottom: { position: "bottom-right", offset: { bottom: "1.25rem" }, mobileOffset: { bottom: "4.5rem" } },
} as const;

/** The place of the stacked toasts; it costs nothing until the first one is shown. */
export function StackedToastRegion({ label, closeLabel, place = "top" }: RegionProps) {
  const show = useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
  if (!show) return null;
  return (
    <Suspense>
      <Toaster
        containerAriaLabel={label}
        visibleToasts={3}
        duration={4000}
        {...PLACES[place]}
        style={{ "--width": "356px" } as React.CSSProperties}
        toastOptions={{
          closeButtonAriaLabel: closeLabel,
          classNames: { description: "text-text-2!" },
          style: {
            background: "var(--c-surface)",
            color: "var(--c-text)",
            borderColor: "var(--c-border)",
            fontFamily: "var(--f-text)",
            fontSize: "0.9375rem",
          },
        }}
      />
    </Suspense>
  );
}
