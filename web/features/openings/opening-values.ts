import type { Opening, OpeningOptions, Wanted } from '#contract/openings.ts'
import type { Format } from '#web/core/format.ts'
import { readMonths, readRate, trimmed } from '#web/domain/typed-figures.ts'
import { readTypedMoney } from '#web/ui/form/typed-money.ts'

/** As it is typed: figures are text until they are sent. */
export type Values = {
  productId: string
  amount: string
  termMonths: string
  bonusRate: string
  instruction: NonNullable<Wanted['instruction']>
  transferProductId: string
  signature: Wanted['signature']
  holders: { clientId: string; name: string; share: string }[]
  reason: string
}

/** '33,33' → '33.33'; undefined where it is no share. */
export const readShare = (typed: string): string | undefined => {
  const [, whole, part] = /^\s*(\d{1,3})(?:[.,](\d{1,4}))?\s*%?\s*$/.exec(typed) ?? []
  return whole === undefined ? undefined : `${Number(whole)}${part ? `.${part}` : ''}`
}

export const emptyValues = (clientId: string, options: OpeningOptions): Values => ({
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
export const valuesOf = ({ wanted, holders }: Opening, format: Format): Values => ({
  productId: wanted.productId,
  amount: format.money(wanted.amount, { bare: true, euros: true }),
  termMonths: wanted.termMonths === null ? '' : String(wanted.termMonths),
  bonusRate: /[1-9]/.test(wanted.bonusRate) ? format.decimal(trimmed(wanted.bonusRate)) : '',
  instruction: wanted.instruction ?? 'pay_out',
  transferProductId: wanted.transferProductId ?? '',
  signature: wanted.signature,
  holders: holders.flatMap(({ clientId, name, share }) =>
    clientId && share ? [{ clientId, name, share: format.decimal(trimmed(share)) }] : [],
  ),
  reason: '',
})

/** What the form says so far; undefined while something is missing that the quote depends on. */
export const wantedOf = (values: Values, options: OpeningOptions): Wanted | undefined => {
  const product = options.products.find(({ id }) => id === values.productId)
  const amount = readTypedMoney(values.amount)
  const bonusRate = values.bonusRate.trim() === '' ? '0' : readRate(values.bonusRate)
  const holders = values.holders.map(({ clientId, share }) => ({ clientId, share: readShare(share) }))
  if (!product || !amount || bonusRate === undefined || holders.some(({ share }) => share === undefined))
    return undefined
  const open = product.termMonths === null && values.termMonths.trim() !== ''
  const months = open ? readMonths(values.termMonths) : null
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
export const quotedOf = (wanted: Wanted): Wanted =>
  wanted.instruction === 'transfer' && wanted.transferProductId === null
    ? { ...wanted, instruction: 'pay_out' }
    : wanted
