export { lockStocks, stocksOf } from "#src/modules/sales/add-ons/store.server.ts";
