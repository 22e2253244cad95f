import { ShiftPanel } from "#src/modules/evening/guides/admin/shift-panel.tsx";
import { WayPanel } from "#src/modules/evening/stops/admin/way-panel.tsx";
import { WaitingPanel } from "#src/modules/sales/waiting/admin/waiting-panel.tsx";
import NightPage from "#src/modules/office/night/admin/night-view.tsx";
import type { Route } from "#routes/admin/office/+types/night.ts";

export default function Night({ loaderData }: Route.ComponentProps) {
  const { night, guides, candidates, mayAssign, stops, waiting, actKey } = loaderData;
  const slots = {
    ...(guides ? { guides: <ShiftPanel night={guides} candidates={candidates} may={mayAssign} /> } : {}),
    ...(waiting ? { waiting: <WaitingPanel nightId={night.id} {...waiting} /> } : {}),
    ...(night.may.checkIn ? { stops: <WayPanel nightId={night.id} stops={stops} /> } : {}),
  };
  return <NightPage initial={night} slots={slots} actKey={actKey} />;
}
