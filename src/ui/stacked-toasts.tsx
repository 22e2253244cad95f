import { lazy, Suspense, useSyncExternalStore } from "react";
import type { ToastMessage } from "./toasts.tsx";

const load = () => import("sonner");
const Toaster = lazy(async () => ({ default: (await load()).Toaster }));
const listeners = new Set<() => void>();
let wanted = false;

/** The second kind of toast, for a run of small successes: up to three at once, four seconds each. */
export async function stackToast({ title, description, tone = "good" }: ToastMessage): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { toast } = await load();
  toast[tone === "good" ? "success" : "error"](title, { description });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place of the stacked toasts; it costs nothing until the first one is shown. */
export function StackedToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
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
        // below the header, so that it never covers the other kind of toast
        position="top-right"
        offset={{ top: "5.5rem" }}
        mobileOffset={{ top: "4.75rem" }}
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
