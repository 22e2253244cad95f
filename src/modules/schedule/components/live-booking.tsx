import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { BookingView } from "#src/modules/schedule/components/booking-view.tsx";
import { DepartureCalendar } from "#src/modules/schedule/components/departure-calendar.tsx";
import type { BookingData, useChoice } from "#src/modules/schedule/components/use-booking.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { toast } from "#src/ui/toasts.tsx";

type LiveBookingProps = { data: BookingData; choice: ReturnType<typeof useChoice> };

/** Places go while somebody reads: they are read again this often, and whenever the window gets the focus. */
const REFRESH_MS = 30_000;
/** How long Book Now waits to learn of the latest places before it goes on with what is shown; checkout asks again. */
const PATIENCE_MS = 2000;

const DEPARTURES = {
  queryKey: ["scheduled-crawls"],
  queryFn: readDepartures,
  retry: 3,
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000),
} as const;

async function readDepartures({ signal }: { signal: AbortSignal }): Promise<Departure[]> {
  const response = await fetch("/api/scheduled-crawls", { signal });
  if (!response.ok) throw new Error(`GET /api/scheduled-crawls: ${response.status}`);
  return (await response.json()) as Departure[];
}

/** The booking section with live places and the full calendar. Loaded when the section comes near. */
export function LiveBooking(props: LiveBookingProps) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <WithLivePlaces {...props} />
    </QueryClientProvider>
  );
}

function WithLivePlaces({ data, choice }: LiveBookingProps) {
  const { t } = useText();
  const client = useQueryClient();
  const { data: departures, isError } = useQuery({
    ...DEPARTURES,
    initialData: data.departures,
    initialDataUpdatedAt: data.asOf,
    refetchInterval: REFRESH_MS,
  });
  // said once when it fails, not with every further try
  useEffect(() => {
    if (isError) toast({ title: t("calendar.error.load"), description: t("calendar.error.load.hint") });
    // oxlint-disable-next-line react/exhaustive-deps -- another language is no new failure
  }, [isError]);
  const latest = () =>
    Promise.race([
      client.fetchQuery({ ...DEPARTURES, retry: false, staleTime: 0 }).catch(() => departures),
      new Promise<Departure[]>((resolve) => setTimeout(() => resolve(departures), PATIENCE_MS)),
    ]);
  return <BookingView data={{ ...data, departures }} choice={choice} Calendar={DepartureCalendar} latest={latest} />;
}
