/**
 * The price of a booking as it was sold elsewhere, in minor units: only its total is known. Where that can't be divided among the
 * guests, the price of a place is rounded up and the rest is a discount, so that the columns add up.
 */
export function priceOfImported(total: number, people: number) {
  const unit_price = Math.ceil(total / people);
  const subtotal = unit_price * people;
  return { unit_price, subtotal, discount: subtotal - total, total_price: total };
}
