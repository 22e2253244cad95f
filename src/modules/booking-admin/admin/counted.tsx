import { type ReactNode, Suspense, use } from "react";
import { useLocation } from "react-router";
import type { Extent } from "#src/modules/booking-admin/schema.ts";

type CountedProps = {
  extent: Promise<Extent>;
  /** Until it is counted. */
  meanwhile?: ReactNode;
  children: (extent: Extent) => ReactNode;
};

/** What depends on how many bookings are asked for: the list doesn't wait for the count. */
export function Counted({ extent, meanwhile = null, children }: CountedProps) {
  // by its place in the history: what was counted for another list must not stand there while this one is counted
  const { key } = useLocation();
  return (
    <Suspense key={key} fallback={meanwhile}>
      <Known extent={extent}>{children}</Known>
    </Suspense>
  );
}

// React Router's own part for this would be in what every guest loads
const Known = ({ extent, children }: Pick<CountedProps, "extent" | "children">) => children(use(extent));
