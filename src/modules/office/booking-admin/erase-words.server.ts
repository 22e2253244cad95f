export { eraseWords } from "#src/modules/office/booking-admin/store/words.server.ts";
