import { type ComponentType, lazy, memo, type ReactNode, Suspense, useEffect } from "react";
import { useLocation } from "react-router";

/** How far away from the screen a part is when its code is fetched. */
const NEAR = "60%";

type When =
  /** When the part comes near the screen. */
  | "near"
  /** When the page is touched at all: for parts that are read and whose links are links, like a hero. */
  | "touched";

/**
 * A part of a page whose code the browser fetches only when it is wanted. Until then the server's HTML stands as it is: read, and
 * used by its links and forms. After a navigation in the browser, where no HTML stands, the code is fetched at once
 * and `placeholder` stands in its place. `name` must be unique on a page.
 */
export function later<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  when: When = "near",
  placeholder: (props: P) => ReactNode = () => null,
): ComponentType<P> {
  let server: { path: string; html: string } | null = null;
  const Part = lazy(async () => {
    // what the server rendered is in the document before this runs; what a navigation renders is not
    const element = import.meta.env.SSR ? null : document.querySelector(`[data-later="${name}"]`);
    if (element) server = { path: location.pathname, html: element.innerHTML };
    if (element) await Promise.race([wanted(element, when), allWanted]);
    return { default: await load() };
  });
  // React gives up the server's HTML when something above changes before the part's code is there: then a copy takes over
  const Standing = (props: P) =>
    server?.path === useLocation().pathname ? (
      <div className="contents" dangerouslySetInnerHTML={{ __html: server.html }} />
    ) : (
      <Wanted>{placeholder(props)}</Wanted>
    );
  const Later = memo(function Later(props: P) {
    return (
      <div data-later={name}>
        <Suspense fallback={<Standing {...props} />}>
          <Part {...props} />
        </Suspense>
      </div>
    );
  });
  return Later;
}

/** Where nothing of the server's stands, the code is wanted at once, even if it was waiting for somebody to scroll. */
function Wanted({ children }: { children: ReactNode }) {
  useEffect(fetchParts, []);
  return children;
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

function wanted(element: Element, when: When): Promise<void> {
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
