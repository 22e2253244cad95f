import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";

type View = { label: string; href: string; current: boolean; count?: ReactNode };

/** Saved views of a list with the count of each; `action` comes last. */
export function ViewTabs({ label, views, action }: { label: string; views: readonly View[]; action?: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  const view = views.find(({ current }) => current)?.href;
  // on a phone the views are wider than the screen: the one that is open must be seen
  useLayoutEffect(() => {
    const [nav, tab] = [bar.current, bar.current?.querySelector<HTMLElement>("[aria-current]")];
    if (nav && tab) nav.scrollLeft = tab.offsetLeft - nav.offsetLeft - (nav.clientWidth - tab.clientWidth) / 2;
    // oxlint-disable-next-line react/exhaustive-deps -- only another view moves the bar: who scrolls it is left alone
  }, [view]);
  return (
    <div className="mb-2.5 flex items-end gap-1 border-b border-line-2">
      <nav ref={bar} aria-label={label} className="flex min-w-0 gap-0.5 overflow-x-auto overflow-y-hidden">
        {views.map(({ label: name, href, current, count }) => (
          <Link key={href} to={href} aria-current={current ? "page" : undefined} discover="none" className="view-tab">
            {name}
            {count !== undefined && <span className="font-medium text-text-3">{count}</span>}
          </Link>
        ))}
      </nav>
      {action}
    </div>
  );
}
