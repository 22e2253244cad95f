import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { BookingView, type PanelLayout } from "#src/modules/sales/schedule/components/booking-view.tsx";
import { DepartureCalendar } from "#src/modules/sales/schedule/components/departure-calendar.tsx";
import type { BookingData, Latest, useChoice } from "#src/modules/sales/schedule/components/use-booking.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { toast } from "#src/ui/toasts.tsx";

type LiveBookingProps = { data: BookingData; choice: ReturnType<typeof useChoice>; layout?: PanelLayout };

/** Seats sell while the page is open: refetch interval, in addition to window focus. */
const REFRESH_MS = 30_000;
/** How long Book Now waits for the latest seats before using what is shown; checkout checks again. */
const PATIENCE_MS = 2000;

const departuresOf = (crawlId: string | null | undefined) => ({
  queryKey: ["scheduled-crawls", crawlId ?? "calendar"],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read<Departure>(`/api/scheduled-crawls${crawlId ? `?crawl_id=${crawlId}` : ""}`, signal),
  retry: 3,
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000),
});

async function read<Row>(path: string, signal: AbortSignal): Promise<Row[]> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
  return (await response.json()) as Row[];
}

/** The booking section with live seats and the full calendar. Loaded when the section approaches the viewport. */
export function LiveBooking(props: LiveBookingProps) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <WithLiveSeats {...props} />
    </QueryClientProvider>
  );
}

function WithLiveSeats({ data, choice, layout }: LiveBookingProps) {
  const { t } = useText();
  const client = useQueryClient();
  const { data: departures, isError } = useQuery({
    ...departuresOf(data.onlyCrawlId),
    initialData: data.departures,
    initialDataUpdatedAt: data.asOf,
    refetchInterval: REFRESH_MS,
  });
  // shown once per failure, not per retry
  useEffect(() => {
    if (isError) toast({ title: t("schedule.error.load"), description: t("schedule.error.load.hint") });
    // oxlint-disable-next-line react/exhaustive-deps -- a language change is not a new failure
  }, [isError]);
  const live = { ...data, departures };
  return (
    <BookingView
      data={live}
      choice={choice}
      layout={layout}
      Calendar={DepartureCalendar}
      latest={() => latest(client, live)}
    />
  );
}

/** What is on sale now. Falls back to what is shown if a read times out: checkout checks again. */
async function latest(client: QueryClient, data: BookingData): Promise<Latest> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const [departures, active] = await Promise.all([
    patiently(
      client.fetchQuery({ ...departuresOf(data.onlyCrawlId), retry: false, staleTime: 0 }),
      signal,
      data.departures,
    ),
    patiently(read<PubCrawl>("/api/pub-crawls", signal), signal, data.crawls),
  ]);
  const ids = new Set(active.map(({ id }) => id));
  // the page's own rows, since they are in its language
  return { departures, crawls: data.crawls.filter(({ id }) => ids.has(id)) };
}

const patiently = <T,>(answer: Promise<T>, signal: AbortSignal, otherwise: T): Promise<T> =>
  Promise.race([
    answer.catch(() => otherwise),
    new Promise<T>((resolve) => signal.addEventListener("abort", () => resolve(otherwise))),
  ]);
