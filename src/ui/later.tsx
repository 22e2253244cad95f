import { type FunctionComponent, lazy, memo, type ReactNode, Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { ShownAreas } from "#src/locales/use-text.ts";

/** How far away from the screen a part is when its code is fetched. */
const NEAR = "60%";

type When =
  /** When the part comes near the screen. */
  | "near"
  /** At the first sign of somebody: a pointer, a finger, a key, a scroll. For what is read and whose links are links. */
  | "touched";

/**
 * A part of a page whose code the browser fetches only when it is wanted. Until then the server's HTML stands as it is: read, and
 * used by its links and forms; a click on one of its buttons is kept and done when the code is there. After a navigation in the
 * browser, where no HTML stands, the code is fetched at once and `placeholder` stands in its place. `name` must be unique.
 */
export function later<P extends object>(
  name: string,
  load: () => Promise<FunctionComponent<P>>,
  when: When = "near",
  placeholder: (props: P) => ReactNode = () => null,
): FunctionComponent<P> {
  let server: { path: string; html: string } | null = null;
  let click: KeptClick | null = null;
  const Part = lazy(async () => {
    // what the server rendered is in the document before this runs; what a navigation renders is not
    const element = import.meta.env.SSR ? null : document.querySelector(`[data-later="${name}"]`);
    if (element) {
      server = { path: location.pathname, html: element.innerHTML };
      click = keepClick(element);
      await Promise.race([when === "touched" ? touched : near(element), allWanted]);
    }
    const Loaded = await load();
    return {
      default: (props: P) => {
        useEffect(() => click?.doIt(), []);
        return <Loaded {...props} />;
      },
    };
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
      <div data-later={name} data-when={when} className="contents">
        <Suspense fallback={<Standing {...props} />}>
          {/* the part brings its texts itself: the page must not fetch them for it */}
          <ShownAreas value={null}>
            <Part {...props} />
          </ShownAreas>
        </Suspense>
      </div>
    );
  });
  return Later as FunctionComponent<P>;
}

/** Where nothing of the server's stands, the code is wanted at once, even if it was waiting for somebody to scroll. */
function Wanted({ children }: { children: ReactNode }) {
  useEffect(fetchParts, []);
  return children;
}

const [allWanted, wantAll] = signal();
const [touched, touch] = signal();

function signal(): [Promise<void>, () => void] {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
}

/**
 * Fetches every part that still waits. Before a page is rendered anew: React would wait for the part, and the part for somebody
 * to scroll.
 */
export const fetchParts = (): void => wantAll();

if (!import.meta.env.SSR)
  for (const kind of ["pointermove", "pointerdown", "touchstart", "keydown", "wheel", "scroll"])
    addEventListener(kind, touch, { once: true, capture: true, passive: true });

function near(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: NEAR },
    );
    // the part's own place has no box: what stands in it has
    for (const child of element.children) observer.observe(child);
  });
}

type KeptClick = { doIt: () => void };

/** Keeps the last click on a button whose code is on its way: React would drop it. */
function keepClick(element: Element): KeptClick {
  let button: HTMLButtonElement | null = null;
  const keep = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest("button") : null;
    if (!target || (target.form && target.type === "submit")) return;
    event.stopPropagation();
    button = target;
  };
  element.addEventListener("click", keep, { capture: true });
  return {
    doIt() {
      element.removeEventListener("click", keep, { capture: true });
      element.setAttribute("data-here", "");
      if (button?.isConnected) button.click();
      button = null;
    },
  };
}
