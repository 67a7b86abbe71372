import { parseMoney } from '#web/ui/form/typed-money.ts'

/** An amount, nothing included, as '1234.50'; undefined where it is none. */
export const parseAmount = (typed: string): string | undefined =>
  /^\s*0+([.,]0{1,2})?\s*(€\s*)?$/.test(typed) ? '0.00' : parseMoney(typed)

/** A rate or points in per cent as '3.250000'; undefined where it is none, or above a hundred. */
export const parseRate = (typed: string): string | undefined => {
  const [, whole, part = ''] = /^\s*(\d{1,3})(?:[.,](\d{1,6}))?\s*%?\s*$/.exec(typed) ?? []
  return whole === undefined || Number(whole) > 99 ? undefined : `${Number(whole)}.${part.padEnd(6, '0')}`
}

/** Whole months from 1 to 600; undefined where it is something else. */
export const parseMonths = (typed: string): number | undefined => {
  const months = /^\s*\d{1,3}\s*$/.test(typed) ? Number(typed) : 0
  return months >= 1 && months <= 600 ? months : undefined
}

/** '3.250000' → '3.25'. */
export const trimTrailingZeros = (decimal: string): string => decimal.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
