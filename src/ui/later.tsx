import { type ComponentType, lazy, Suspense } from "react";

/** How far away from the screen a part is when its code is fetched. */
const NEAR = "60%";

type When =
  /** When the part comes near the screen. */
  | "near"
  /** When the page is touched at all: for parts that are read and whose links are links, like a hero. */
  | "touched";

/**
 * A part of a page whose code the browser fetches only when it is wanted. Until then the server's HTML stands as it is: read, and
 * used by its links and forms. After a navigation in the browser, where no HTML stands, the code is fetched at once. `name` must
 * be unique on a page.
 */
export function later<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  when: When = "near",
): ComponentType<P> {
  const Part = lazy(async () => {
    await Promise.race([wanted(name, when), allWanted]);
    return { default: await load() };
  });
  return function Later(props: P) {
    return (
      <div data-later={name}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </div>
    );
  };
}

let wantAll = () => {};
const allWanted = new Promise<void>((resolve) => {
  wantAll = resolve;
});

/**
 * Fetches every part that still waits. Before a page is rendered anew: React would wait for the part, and the part for somebody
 * to scroll.
 */
export const fetchParts = (): void => wantAll();

// a finger or a key on the page: what comes next may need any of its parts
if (!import.meta.env.SSR)
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, fetchParts, { once: true, capture: true, passive: true });

function wanted(name: string, when: When): Promise<void> {
  // what the server rendered is in the document before this runs; what a navigation renders is not
  const element = import.meta.env.SSR ? null : document.querySelector(`[data-later="${name}"]`);
  if (!element) return Promise.resolve();
  if (when === "touched") return allWanted;
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
  });
}
