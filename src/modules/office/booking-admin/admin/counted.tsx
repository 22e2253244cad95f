import { type ReactNode, Suspense, use } from "react";
import { useLocation } from "react-router";
import type { Extent } from "#src/modules/office/booking-admin/schema.ts";

type CountedProps = {
  extent: Promise<Extent>;
  /** Fallback until the count arrives. */
  meanwhile?: ReactNode;
  children: (extent: Extent) => ReactNode;
};

/** Content that depends on the number of matching bookings, streamed separately: the list doesn't wait for the count. */
export function Counted({ extent, meanwhile = null, children }: CountedProps) {
  // keyed by history entry, so that another list's count isn't shown while this one's is loading
  const { key } = useLocation();
  return (
    <Suspense key={key} fallback={meanwhile}>
      <Known extent={extent}>{children}</Known>
    </Suspense>
  );
}

// React Router's <Await> would be in the bundle every guest loads
const Known = ({ extent, children }: Pick<CountedProps, "extent" | "children">) => children(use(extent));
