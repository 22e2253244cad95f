import type { ComponentType } from "react";
import { AddOnsDialog } from "#src/modules/office/booking-admin/admin/add-ons-dialog.tsx";
import { CancelDialog } from "#src/modules/office/booking-admin/admin/cancel-dialog.tsx";
import { ContactDialog } from "#src/modules/office/booking-admin/admin/contact-dialog.tsx";
import { DateDialog } from "#src/modules/office/booking-admin/admin/date-dialog.tsx";
import { PeopleDialog } from "#src/modules/office/booking-admin/admin/people-dialog.tsx";
import { RefundDialog } from "#src/modules/office/booking-admin/admin/refund-dialog.tsx";
import { TakeDialog } from "#src/modules/office/booking-admin/admin/take-dialog.tsx";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";

export type Doing = "contact" | "date" | "people" | "add_ons" | "refund" | "take" | "cancel";

const DIALOGS: Record<Doing, ComponentType<{ panel: Panel; onClose: () => void }>> = {
  contact: ContactDialog,
  date: DateDialog,
  people: PeopleDialog,
  add_ons: AddOnsDialog,
  refund: RefundDialog,
  take: TakeDialog,
  cancel: CancelDialog,
};

/** The dialog of an action on a booking. */
export function BookingDialog({ doing, ...rest }: { doing: Doing; panel: Panel; onClose: () => void }) {
  const Dialog = DIALOGS[doing];
  return <Dialog {...rest} />;
}
