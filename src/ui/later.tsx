import { type ComponentType, lazy, Suspense } from "react";

/** How far away from the screen a part is when its code is fetched. */
const NEAR = "60%";

/**
 * A part of a page whose code the browser fetches when the part comes near the screen. Until then the server's HTML stands as it
 * is: read, and used by its links and forms. After a navigation in the browser, where no HTML stands, the code is fetched at
 * once. `name` must be unique on a page.
 */
export function later<P extends object>(name: string, load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => {
    await whenNear(name);
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

function whenNear(name: string): Promise<void> {
  // what the server rendered is in the document before this runs; what a navigation renders is not
  const element = import.meta.env.SSR ? null : document.querySelector(`[data-later="${name}"]`);
  if (!element) return Promise.resolve();
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
