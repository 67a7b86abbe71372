/** A part in per cent as '12.50', nothing included; undefined where it is none, or more than the whole. */
export const parseShare = (typed: string): string | undefined => {
  const [, whole, part = ''] = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(typed) ?? []
  if (whole === undefined) return undefined
  const share = `${Number(whole)}.${part.padEnd(2, '0')}`
  return Number(share) <= 100 ? share : undefined
}
