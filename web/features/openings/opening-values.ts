import type { OpeningDetail, OpeningOptions, OpeningTerms } from '#contract/openings.ts'
import type { Formatters } from '#web/core/format.ts'
import { parseMonths, parseRate, trimTrailingZeros } from '#web/domain/parse-figures.ts'
import { parseMoney } from '#web/ui/form/typed-money.ts'

/** As it is typed: figures are text until they are sent. */
export type OpeningFormValues = {
  productId: string
  amount: string
  termMonths: string
  bonusRate: string
  instruction: NonNullable<OpeningTerms['instruction']>
  transferProductId: string
  signature: OpeningTerms['signature']
  holders: { clientId: string; name: string; share: string }[]
  reason: string
}

/** '33,33' → '33.33'; undefined where it is no share. */
export const parseShare = (typed: string): string | undefined => {
  const [, whole, part] = /^\s*(\d{1,3})(?:[.,](\d{1,4}))?\s*%?\s*$/.exec(typed) ?? []
  return whole === undefined ? undefined : `${Number(whole)}${part ? `.${part}` : ''}`
}

/** The client as the only holder of all of it, paid out at maturity. */
export const buildEmptyOpeningValues = (clientId: string, options: OpeningOptions): OpeningFormValues => ({
  productId: '',
  amount: '',
  termMonths: '',
  bonusRate: '',
  instruction: 'pay_out',
  transferProductId: '',
  signature: 'one',
  holders: [{ clientId, name: options.clientName, share: '100' }],
  reason: '',
})

/** A draft as it was saved. */
export const toOpeningValues = ({ wanted: terms, holders }: OpeningDetail, format: Formatters): OpeningFormValues => ({
  productId: terms.productId,
  amount: format.money(terms.amount, { withoutCurrency: true, euros: true }),
  termMonths: terms.termMonths === null ? '' : String(terms.termMonths),
  bonusRate: /[1-9]/.test(terms.bonusRate) ? format.decimal(trimTrailingZeros(terms.bonusRate)) : '',
  instruction: terms.instruction ?? 'pay_out',
  transferProductId: terms.transferProductId ?? '',
  signature: terms.signature,
  holders: holders.flatMap(({ clientId, name, share }) =>
    clientId && share ? [{ clientId, name, share: format.decimal(trimTrailingZeros(share)) }] : [],
  ),
  reason: '',
})

/** What the form says so far; undefined while something is missing that the quote depends on. */
export const toOpeningInput = (values: OpeningFormValues, options: OpeningOptions): OpeningTerms | undefined => {
  const product = options.products.find(({ id }) => id === values.productId)
  const amount = parseMoney(values.amount)
  const bonusRate = values.bonusRate.trim() === '' ? '0' : parseRate(values.bonusRate)
  const holders = values.holders.map(({ clientId, share }) => ({ clientId, share: parseShare(share) }))
  if (!product || !amount || bonusRate === undefined || holders.some(({ share }) => share === undefined))
    return undefined
  const open = product.termMonths === null && values.termMonths.trim() !== ''
  const months = open ? parseMonths(values.termMonths) : null
  if (months === undefined) return undefined
  const instruction = (product.termMonths ?? months) === null ? null : values.instruction
  return {
    productId: product.id,
    amount,
    termMonths: months,
    bonusRate,
    instruction,
    transferProductId: instruction === 'transfer' ? values.transferProductId || null : null,
    holders: holders.map(({ clientId, share }) => ({ clientId, share: share! })),
    signature: holders.length > 1 ? values.signature : 'one',
  }
}

/** The same for its quote, which doesn't depend on what becomes of the money: it is there while the target is still being chosen. */
export const toQuoteInput = (terms: OpeningTerms): OpeningTerms =>
  terms.instruction === 'transfer' && terms.transferProductId === null ? { ...terms, instruction: 'pay_out' } : terms
