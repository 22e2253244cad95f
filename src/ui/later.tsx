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
import { patiently } from "#src/kernel/patiently.ts";
import { ShownAreas } from "#src/locales/use-text.ts";
import { begin, during } from "./pending.ts";
import { holdHtml, type StandingHtml } from "./standing-html.ts";

/**
 * How often the code of a part without HTML is tried, about 15 s: after that the page fails, and its link asks for a new document,
 * which also helps when the code is gone because the site was updated.
 */
const TRIES = 5;

/** Distance from the viewport at which a part's code is fetched. */
const NEAR = "60%";

type When =
  /** When the part nears the viewport. */
  | "near"
  /** At the visitor's first interaction: pointer, touch, key or scroll. For parts that are only read and linked from. */
  | "touched";

/**
 * A part of a page whose code the browser fetches only when needed. Until then the server's HTML stays: it can be read, and its
 * links and forms work; a click on one of its buttons is kept and replayed once the code has loaded. After a client-side
 * navigation there is no HTML: the code is fetched at once and `placeholder` is shown. A line that drops meanwhile takes nothing of
 * the page away. `name` must be unique.
 */
export function later<P extends object>(
  name: string,
  load: () => Promise<FunctionComponent<P>>,
  when: When = "near",
  placeholder: (props: P) => ReactNode = () => null,
): FunctionComponent<P> {
  let html: StandingHtml | null = null;
  const Part = lazy(async () => {
    // server-rendered HTML is in the document before this runs; a client-side navigation's is not
    const element = import.meta.env.SSR ? null : standingElement(name);
    if (element) {
      html = holdHtml(element);
      await Promise.race([when === "touched" ? touched : near(html.elements), allWanted]);
      // to begin with all parts takes a slow phone 100 ms, in which it would answer no tap: each has a task of its own
      await new Promise((turn) => setTimeout(turn));
    }
    const fetched = () => Promise.all([load(), html && import("./carry-over.ts")]);
    const coming = patiently(fetched, html ? Infinity : TRIES);
    // what was fetched ahead of need keeps nobody waiting
    const [Loaded, carry] = await (isWanted ? during("", coming) : coming);
    return {
      default: (props: P) => {
        const click = useRef<() => void>(null);
        // before the next keystroke: what was typed may have to move to new fields
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
  // React discards the server's HTML when an ancestor changes before the part's code has loaded: this puts it back
  const Standing = (props: P) => {
    const { pathname } = useLocation();
    return html?.path === pathname ? <Moved html={html} /> : <Wanted>{placeholder(props)}</Wanted>;
  };
  const Later = memo(function Later(props: P) {
    return (
      <div data-later={name} data-when={when} className="contents">
        <Suspense fallback={<Standing {...props} />}>
          {/* the part loads its own texts: the page must not fetch them for it */}
          <ShownAreas value={null}>
            <Part {...props} />
          </ShownAreas>
        </Suspense>
      </div>
    );
  });
  return Later as FunctionComponent<P>;
}

/** The server's HTML in a new place, with what was typed in it. */
function Moved({ html }: { html: StandingHtml }) {
  const place = useRef<HTMLDivElement>(null);
  html.noteFocus();
  useLayoutEffect(() => html.moveTo(place.current!), [html]);
  return <div ref={place} className="contents" />;
}

/** Without server HTML the code is needed at once, even if it was waiting for a scroll. */
function Wanted({ children }: { children: ReactNode }) {
  useEffect(() => {
    fetchParts();
    return begin("");
  }, []);
  return children;
}

const [allWanted, wantAll] = signal();
const [touched, touch] = signal();

function signal(): [Promise<void>, () => void] {
  let give = () => {};
  const promise = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [promise, give];
}

/**
 * Fetches every part still waiting. Called before a page is rendered again: React would wait for the part, and the part for a
 * scroll.
 */
export function fetchParts(): void {
  isWanted = true;
  wantAll();
}
let isWanted = false;

if (!import.meta.env.SSR) {
  for (const kind of ["pointermove", "pointerdown", "touchstart", "keydown", "wheel", "scroll"])
    addEventListener(kind, touch, { once: true, capture: true, passive: true });
  // the page has opened further down, or was scrolled before this ran
  if (scrollY > 0) touch();
}

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
    // the part's own element has no box (display: contents); its children have
    for (const element of elements) observer.observe(element);
  });
}

const standingElement = (name: string) => document.querySelector(`[data-later="${name}"]`);
