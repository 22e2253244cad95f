/** What a partner's desk sells, and the cash that it owes us then. */
export {
  addSale,
  limitOf,
  lockPartnerCash,
  openCash,
  owesCash,
  unpaidOfPartner,
} from "#src/modules/partners/commission/store/cash.server.ts";
