import type { ProductDetail, ProductSettings, Tariff } from '#contract/products.ts'
import type { Format } from '#web/core/format.ts'
import { readAmount, readMonths, readRate, trimmed } from '#web/domain/typed-figures.ts'

export type TypedSlab = { minAmount: string; termMonths: string; rate: string }
/** As it is typed: figures are text until they are sent. */
type TypedSettings = Omit<
  ProductSettings,
  'line' | 'minimum' | 'maximum' | 'termMonths' | 'penaltyPoints' | 'additionDays'
> & {
  line: NonNullable<ProductSettings['line']> | ''
  minimum: string
  maximum: string
  termMonths: string
  penaltyPoints: string
  additionDays: string
}
/** What the forms of a product hold: each sends its part. */
export type ProductValues = {
  accrues: boolean
  settings: TypedSettings
  tariff: { validFrom: string; slabs: TypedSlab[] }
  reason: string
}

export const emptySlab: TypedSlab = { minAmount: '', termMonths: '', rate: '' }

const emptySettings: TypedSettings = {
  ...{
    code: '',
    family: 'fixed_term',
    line: '',
    name: '',
    dayCount: 'ACT/365F',
    payout: 'at_maturity',
    capitalised: false,
  },
  ...{
    minimum: '',
    maximum: '',
    termMonths: '',
    penaltyPoints: '0',
    defaultInstruction: 'pay_out',
    earnsUntilPaid: false,
  },
  ...{ earlyWithdrawal: 'none', additions: 'none', additionDays: '', onSale: true },
}

/** Nothing yet, but for the day on which the first rates begin. */
export const emptyValues = (today: string): ProductValues => ({
  accrues: true,
  settings: emptySettings,
  tariff: { validFrom: today, slabs: [emptySlab] },
  reason: '',
})

/** A product as it stands, with its rates of today. */
export const valuesOf = (product: ProductDetail, format: Format, today: string): ProductValues => {
  const { code, family, line, name, dayCount, payout, capitalised, defaultInstruction, earnsUntilPaid, onSale } =
    product
  const { earlyWithdrawal, additions, additionDays, minimum, maximum, termMonths, penaltyPoints, accrues } = product
  const typed = (amount: string): string => format.money(amount, { bare: true, euros: true })
  const current = product.tariffs.find(({ state }) => state === 'current')?.slabs ?? []
  const slabs = current.map((slab) => ({
    minAmount: typed(slab.minAmount),
    termMonths: slab.termMonths === 0 ? '' : String(slab.termMonths),
    rate: format.decimal(trimmed(slab.rate)),
  }))
  return {
    accrues,
    settings: {
      ...{ code, name, dayCount, payout, capitalised, defaultInstruction, earnsUntilPaid, onSale },
      ...{ earlyWithdrawal, additions, additionDays: additionDays === null ? '' : String(additionDays) },
      family: family === 'current' ? emptySettings.family : family,
      line: line ?? '',
      minimum: typed(minimum),
      maximum: maximum === null ? '' : typed(maximum),
      termMonths: termMonths === null ? '' : String(termMonths),
      penaltyPoints: format.decimal(trimmed(penaltyPoints)),
    },
    tariff: { validFrom: today, slabs: slabs.length > 0 ? slabs : [emptySlab] },
    reason: '',
  }
}

/** What is sent of settings whose fields have been validated. */
export const readSettings = (typed: TypedSettings): ProductSettings => ({
  ...typed,
  code: typed.code.trim().toUpperCase(),
  name: typed.name.trim(),
  line: typed.line === '' ? null : typed.line,
  minimum: readAmount(typed.minimum)!,
  maximum: typed.maximum.trim() ? readAmount(typed.maximum)! : null,
  termMonths: typed.termMonths.trim() ? readMonths(typed.termMonths)! : null,
  penaltyPoints: readRate(typed.penaltyPoints)!,
  additionDays: typed.additions === 'within_days' ? readMonths(typed.additionDays)! : null,
})

/** What is sent of rates whose fields have been validated. */
export const readTariff = ({ validFrom, slabs }: ProductValues['tariff']): Tariff => ({
  validFrom,
  slabs: slabs.map((slab) => ({
    minAmount: readAmount(slab.minAmount)!,
    termMonths: readMonths(slab.termMonths) ?? 0,
    rate: readRate(slab.rate)!,
  })),
})
