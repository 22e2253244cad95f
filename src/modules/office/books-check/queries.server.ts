export { ledgerDifferences } from "#src/modules/office/books-check/store.server.ts";
