/** Most tests book as one guest on one network, again and again; those about the caps on unpaid places set their own. */
export const UNCAPPED = [
  "unpaid_per_network",
  "unpaid_per_home",
  "unpaid_night_share",
  "unpaid_per_browser",
  "unpaid_per_email",
  "unpaid_per_phone",
  "unpaid_per_domain",
  "unpaid_coupon_uses",
  "unpaid_coupon_uses_per_network",
  "unpaid_alarm_places",
].map((key) => ({ key, value: "0" }));
