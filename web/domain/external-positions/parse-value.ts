import { parseMoney } from '#web/ui/form/typed-money.ts'

/** What a position is worth, as typed: an amount, or nothing at all as '0'. Undefined where it is neither. */
export const parseValue = (typed: string): string | undefined =>
  /^\s*0(?:[.,]0{1,2})?\s*€?\s*$/.test(typed) ? '0.00' : parseMoney(typed)

/** Refuses what is no value. */
export const validateValue = (typed: string): true | string => parseValue(typed) !== undefined || 'amount'
