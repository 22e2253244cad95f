import { useSyncExternalStore } from "react";

/** What stands in place of every page: a heading, a sentence, and a link that loads a new document. */
type LeftScreen = { title: string; text: string; link: { to: string; label: string } };

let shown: LeftScreen | null = null;
const listeners = new Set<() => void>();

/** Takes the page off the screen, with whatever it says of somebody, until a document is loaded: without a line none can be. */
export function leaveScreen(screen: LeftScreen): void {
  shown = screen;
  for (const listener of listeners) listener();
}

/** What `leaveScreen` was given; null as long as pages are shown. */
export const useLeftScreen = (): LeftScreen | null =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function LeftScreen({ title, text, link }: LeftScreen) {
  return (
    <main id="main" role="status" className="wrap section grid justify-items-start gap-5">
      <title>{title}</title>
      <h1 className="text-h1">{title}</h1>
      <p className="max-w-[38rem] text-lead text-text-2">{text}</p>
      <a href={link.to} className="inline-flex min-h-11 items-center font-semibold text-brand-text underline">
        {link.label}
      </a>
    </main>
  );
}
