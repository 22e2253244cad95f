import { useLayoutEffect } from "react";
import { ScrollRestoration, useLocation } from "react-router";

/** Scrolls as the router does, but jumps where another page is shown: smooth (app.css) is only what moves within one. */
export function PageScroll() {
  const { pathname, search } = useLocation();
  const page = pathname + search;
  // effects run in this order
  return (
    <>
      <Behavior is="auto" page={page} />
      <ScrollRestoration />
      <Behavior is="" page={page} />
    </>
  );
}

function Behavior({ is, page }: { is: "auto" | ""; page: string }) {
  // the router scrolls in an effect of its own
  useLayoutEffect(() => {
    const { documentElement: html } = document;
    html.style.scrollBehavior = is;
    // read, so that it counts at once: Chromium else scrolls a phone's page by the style it last worked out
    void getComputedStyle(html).scrollBehavior;
    // oxlint-disable-next-line react/exhaustive-deps -- once per page, and only then
  }, [is, page]);
  return null;
}
