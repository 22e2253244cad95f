/** The product's own name, which stands for the operator's until they have set one. */
export const PRODUCT = "Ronda";

/** Whether a name is the product's own, which its logo and share pictures show. */
export const isProduct = (brand: string): boolean => brand === PRODUCT;
