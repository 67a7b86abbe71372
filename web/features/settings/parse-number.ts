/**
 * The decimal that somebody means by '1,0825', '1.0825' or '1.234,5': up to eight digits on either side of the point, positive;
 * undefined where it means none. One separator alone is the decimal one, since a rate is rarely in the thousands.
 */
export const parseTypedNumber = (typed: string): string | undefined => {
  const text = typed.replace(/[\s\u00a0]/g, '')
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  const whole = (last < 0 ? text : text.slice(0, last)).replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
  const fraction = last < 0 ? '' : text.slice(last + 1)
  const isGrouped = /^\d{1,3}([.,]\d{3})+([.,]\d*)?$/.test(text) && /[.,].*[.,]/.test(text)
  if (!/^\d*[.,]?\d*$/.test(text) && !isGrouped) return undefined
  if (!/^\d{1,8}$/.test(whole || '0') || !/^\d{0,8}$/.test(fraction)) return undefined
  const decimal = `${whole || '0'}${fraction ? `.${fraction}` : ''}`
  return /[1-9]/.test(decimal) ? decimal : undefined
}
