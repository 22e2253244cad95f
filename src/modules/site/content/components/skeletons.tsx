import { useText } from "#src/locales/use-text.ts";
import { Spinner } from "#src/ui/spinner.tsx";

/** Grid of the Instagram posts, four per row (spec section 9). */
export const POST_GRID = "grid gap-4 sm:grid-cols-2 lg:grid-cols-4";
/** Number of placeholder cards while the posts load (spec section 9). */
const POSTS = 6;

/** Loading text, hidden after 50 ms (spec section 2.5) so that it isn't announced once outdated. */
export function LoadingLine() {
  const { t } = useText();
  return (
    <p className="wrap section flex min-h-96 animate-[vanish_0s_50ms_forwards] items-start gap-3 text-text-2">
      <Spinner />
      {t("common.loading")}
    </p>
  );
}

/** Placeholder of the gallery. */
export const GallerySkeleton = () => (
  <div aria-hidden className="wrap section grid gap-5 md:grid-cols-2 lg:grid-cols-3">
    <div className="aspect-4/3 rounded-lg bg-surface-3" />
    <div className="aspect-4/3 rounded-lg bg-surface-3 max-md:hidden" />
    <div className="aspect-4/3 rounded-lg bg-surface-3 max-lg:hidden" />
  </div>
);

/** Placeholder of the Instagram posts. */
export const InstagramSkeleton = () => (
  <div aria-hidden className="section bg-surface-2">
    <div className={`wrap ${POST_GRID}`}>
      {Array.from({ length: POSTS }, (_, index) => (
        <div key={index} className="h-64 rounded-lg bg-surface-3" />
      ))}
    </div>
  </div>
);
