import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BarChart } from "./bar-chart.tsx";
import { SeatStrip } from "./seat-strip.tsx";
import { ShareBars } from "./share-bars.tsx";

/** How many ticks a strip has of each look, from left to right. */
const ticksOf = (html: string) =>
  [...html.matchAll(/<path class="([^" ]*)[^>]* d="([^"]*)"/g)].map(([, look, shape]) => [
    look,
    shape!.split("z").length - 1,
  ]);

test("a strip has a tick for each place, those of a kind in one shape; of many places one tick stands for several", () => {
  const strip = renderToStaticMarkup(<SeatStrip inside={2} booked={3} held={1} free={4} label="6 of 10" />);
  expect(ticksOf(strip)).toEqual([
    ["fill-agave-text", 2],
    ["fill-agave-2", 3],
    ["fill-transparent", 1],
    ["fill-seat", 4],
  ]);
  expect(strip).toContain('viewBox="0 0 1000 100"');
  // the seventh place begins where the sixth ends
  expect(strip).toContain('d="M605 6h90v88h-90z');
  const many = renderToStaticMarkup(<SeatStrip booked={60} free={60} label="60 of 120" />);
  expect(ticksOf(many)).toEqual([
    ["fill-agave-2", 30],
    ["fill-seat", 30],
  ]);
});

test("bars reach to their values from zero, each with its words; open ones are a shape of their own", () => {
  const bars = [
    { label: "Mon: 50", value: 50 },
    { label: "Tue: 0", value: 0 },
    { label: "Wed: -50", value: -50, before: 100 },
    { label: "Thu: 100", value: 100, open: true },
  ];
  const chart = renderToStaticMarkup(<BarChart label="Sales" bars={bars} say={String} />);
  expect([...chart.matchAll(/<title>([^<]*)/g)].map(([, title]) => title)).toEqual(bars.map(({ label }) => label));
  const shapes = [...chart.matchAll(/<path class="pointer-events-none[^"]*" d="([^"]*)"/g)].map(([, shape]) => shape!);
  expect(shapes).toEqual(["M1 25h8v25h-8zM21 50h8v25h-8z", "M31 0h8v50h-8z"]);
  expect(chart).toContain('points="5,50 15,50 25,0 35,50"');
});

test("a share's bar is as long as its part, and never longer than the whole", () => {
  const shares = [0.333, 1.2].map((part) => ({ id: String(part), label: "VIP", text: "1", part }));
  expect(renderToStaticMarkup(<ShareBars label="Fill" shares={shares} />).match(/M0 0h[\d.]+/g)).toEqual([
    "M0 0h33.3",
    "M0 0h100",
  ]);
});
