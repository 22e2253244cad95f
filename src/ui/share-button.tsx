import { type ReactNode, useSyncExternalStore } from "react";
import { Button } from "#src/ui/button.tsx";
import { Share2 } from "#src/ui/lucide/icons.ts";

const never = () => () => {};

/** Offers the device's own ways to send a text. Nothing where the browser has none, as on some desktops and inside some apps. */
export function ShareButton({ text, children }: { text: string; children: ReactNode }) {
  const canShare = useSyncExternalStore(
    never,
    () => "share" in navigator,
    () => true,
  );
  if (!canShare) return null;
  return (
    <Button
      kind="secondary"
      small
      onClick={() => void navigator.share({ text }).catch(() => {})} // they thought better of it
      className="not-hydrated:invisible unscripted:hidden"
    >
      <Share2 aria-hidden size={18} />
      {children}
    </Button>
  );
}
