/** What a partner sells, and what it owes us then. */
export {
  addSale,
  limitOf,
  lockPartnerCash,
  noteCash,
  openCash,
  paidInCash,
  returnedToReseller,
  unpaidOfPartner,
} from "#src/modules/partners/commission/store/cash.server.ts";
