/**
 * The amount that somebody means by '1.234,5', '1234.50', '1,234' or '1.234,56 €', as '1234.50'; undefined where it means none above
 * nothing. Of one separator alone three digits behind it are thousands: cents have two.
 */
export const parseMoney = (typed: string): string | undefined => {
  const text = typed.replace(/[\s\u00a0\u202f€]/g, '')
  const cents = /[.,](\d{1,2})$/.exec(text)
  const whole = cents ? text.slice(0, cents.index) : text
  const mark = cents && text.charAt(cents.index)
  // Thousands are parted by one sign throughout, and not by the one that parts the cents.
  const grouped = /^\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*$/.exec(whole)
  if (!/^\d*$/.test(whole) && (!grouped || grouped[1] === mark)) return undefined
  if (whole === '' && !cents) return undefined
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  const amount = `${digits}.${(cents?.[1] ?? '').padEnd(2, '0')}`
  return digits.length <= 12 && /[1-9]/.test(amount) ? amount : undefined
}
