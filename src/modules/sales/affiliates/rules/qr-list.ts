import { isUuid } from "#src/kernel/codes.ts";
import { choiceOr, listAddress, matching, page, type ValuesOf } from "#src/kernel/list-address.ts";
import { PERIODS } from "#src/modules/sales/affiliates/rules/qr-code.ts";

/** The address of the list of QR codes: of a partner, or those of our own, with what came of them in so many days. */
export const QR_LIST = listAddress({
  partner: matching((text) => text === "own" || isUuid(text)),
  days: choiceOr(PERIODS, 30),
  page: page(),
});
export type QrFilter = ValuesOf<typeof QR_LIST>;
