import { CircleAlert, CircleCheck, X } from "#src/ui/lucide/icons.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

export type ToastMessage = { title: string; description?: string; tone?: "good" | "bad" };
type Toast = ToastMessage & { number: number };

/** Long enough to be read twice; the pointer or the focus on it stops the clock. */
const SHOWN_MS = 8000;
const listeners = new Set<() => void>();
let shown: Toast | null = null;
let count = 0;

/** Shows a message at the foot of the screen. The list holds one: a new message takes the place of the old one. */
export function toast(message: ToastMessage): void {
  change({ ...message, number: ++count });
}

/** Takes the message away: for when what it speaks of has left the screen. */
export const dismissToast = (): void => change(null);

function change(next: Toast | null) {
  shown = next;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place where toasts appear; once per page, so that the live region is there before its first message. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
  return (
    <section
      aria-label={label}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-end max-md:bottom-24"
    >
      {current && <ToastCard key={current.number} toast={current} closeLabel={closeLabel} />}
    </section>
  );
}

function ToastCard({ toast: { title, description, tone = "bad" }, closeLabel }: { toast: Toast; closeLabel: string }) {
  const [held, setHeld] = useState(false);
  // a message goes by itself, but never while somebody is at it
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(dismissToast, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held]);
  const Icon = tone === "bad" ? CircleAlert : CircleCheck;
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-96 animate-[rise_220ms_var(--ease)] items-start gap-3 rounded-lg bg-surface py-2.5 pr-2 pl-4 text-text shadow-lg inset-ring inset-ring-border"
    >
      <Icon
        aria-hidden
        size={22}
        className={classNames("mt-2.5 shrink-0", tone === "bad" ? "text-low" : "text-high")}
      />
      <div className="grow py-2 leading-snug">
        <p className="font-bold">{title}</p>
        {description && <p className="mt-0.5 text-small text-text-2">{description}</p>}
      </div>
      <IconButton label={closeLabel} onClick={dismissToast}>
        <X aria-hidden size={20} />
      </IconButton>
    </div>
  );
}
