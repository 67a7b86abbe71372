/** Whether an e-mail is typed whole, so that it is worth searching by. */
export const isWholeEmail = (typed: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(typed)

/** Whether a phone number has as many digits as the shortest that are searched by. */
export const isWholePhone = (typed: string): boolean =>
  typed.replace(/\D/g, '').length >= 9 && /^\+?[\d\s().-]{6,24}$/.test(typed)
