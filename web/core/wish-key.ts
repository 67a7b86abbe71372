/** A name for one wish, made once when its form is opened: sent twice, it is done once. Works without a secure address too. */
export const newWishKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
