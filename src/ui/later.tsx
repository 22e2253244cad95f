import {
  type FunctionComponent,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { useLocation } from "react-router";
import { ShownAreas } from "#src/locales/use-text.ts";
import { holdHtml, type StandingHtml } from "./standing-html.ts";

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
  let html: StandingHtml | null = null;
  const Part = lazy(async () => {
    // what the server rendered is in the document before this runs; what a navigation renders is not
    const element = import.meta.env.SSR ? null : standingElement(name);
    if (element) {
      html = holdHtml(element);
      await Promise.race([when === "touched" ? touched : near(html.elements), allWanted]);
    }
    const fetched = () => Promise.all([load(), html && import("./carry-over.ts")]);
    const [Loaded, carry] = await (html ? patiently(fetched) : fetched());
    return {
      default: (props: P) => {
        const click = useRef<() => void>(null);
        // before the next key is pressed: what is typed may have to find its way to new fields
        useLayoutEffect(() => {
          const place = standingElement(name);
          place?.setAttribute("data-here", "");
          if (place && carry && html) click.current = html.handOver(place, carry.carryOver);
          html = null;
        }, []);
        useEffect(() => click.current?.(), []);
        return <Loaded {...props} />;
      },
    };
  });
  // React gives up the server's HTML when something above changes before the part's code is there: then we put it back
  const Standing = (props: P) => {
    const { pathname } = useLocation();
    return html?.path === pathname ? <Moved html={html} /> : <Wanted>{placeholder(props)}</Wanted>;
  };
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

/** The server's HTML in a new place, with what is typed in it. */
function Moved({ html }: { html: StandingHtml }) {
  const place = useRef<HTMLDivElement>(null);
  html.noteFocus();
  useLayoutEffect(() => html.moveTo(place.current!), [html]);
  return <div ref={place} className="contents" />;
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

function near(elements: readonly Element[]): Promise<void> {
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
    for (const element of elements) observer.observe(element);
  });
}

const standingElement = (name: string) => document.querySelector(`[data-later="${name}"]`);

/** Without a network the server's HTML is better than a page that says so: asks again until the code comes. */
async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = 1000; ; pause = Math.min(2 * pause, 30_000))
    try {
      return await load();
    } catch {
      await new Promise((again) => {
        addEventListener("online", again, { once: true });
        setTimeout(again, pause);
      });
    }
}
