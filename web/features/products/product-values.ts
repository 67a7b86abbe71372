import type { ProductDetail, ProductSettings, Tariff } from '#contract/products.ts'
import type { Formatters } from '#web/core/format.ts'
import { parseAmount, parseMonths, parseRate, trimTrailingZeros } from '#web/domain/parse-figures.ts'

export type SlabFormValues = { minAmount: string; termMonths: string; rate: string }
/** As it is typed: figures are text until they are sent. */
type ProductSettingsFormValues = Omit<
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
export type ProductFormValues = {
  accrues: boolean
  settings: ProductSettingsFormValues
  tariff: { validFrom: string; slabs: SlabFormValues[] }
  reason: string
}

export const emptySlab: SlabFormValues = { minAmount: '', termMonths: '', rate: '' }

const emptyProductSettings: ProductSettingsFormValues = {
  code: '',
  family: 'fixed_term',
  line: '',
  name: '',
  dayCount: 'ACT/365F',
  payout: 'at_maturity',
  capitalised: false,
  minimum: '',
  maximum: '',
  termMonths: '',
  penaltyPoints: '0',
  defaultInstruction: 'pay_out',
  earnsUntilPaid: false,
  earlyWithdrawal: 'none',
  additions: 'none',
  additionDays: '',
  onSale: true,
}

/** Nothing yet, but for the day on which the first rates begin. */
export const buildEmptyProductValues = (today: string): ProductFormValues => ({
  accrues: true,
  settings: emptyProductSettings,
  tariff: { validFrom: today, slabs: [emptySlab] },
  reason: '',
})

/** A product as it stands, with its rates of today. */
export const toProductValues = (product: ProductDetail, format: Formatters, today: string): ProductFormValues => {
  const { code, family, line, name, dayCount, payout, capitalised, defaultInstruction, earnsUntilPaid, onSale } =
    product
  const { earlyWithdrawal, additions, additionDays, minimum, maximum, termMonths, penaltyPoints, accrues } = product
  const typed = (amount: string): string => format.money(amount, { withoutCurrency: true, euros: true })
  const current = product.tariffs.find(({ state }) => state === 'current')?.slabs ?? []
  const slabs = current.map((slab) => ({
    minAmount: typed(slab.minAmount),
    termMonths: slab.termMonths === 0 ? '' : String(slab.termMonths),
    rate: format.decimal(trimTrailingZeros(slab.rate)),
  }))
  return {
    accrues,
    settings: {
      code,
      name,
      dayCount,
      payout,
      capitalised,
      defaultInstruction,
      earnsUntilPaid,
      onSale,
      earlyWithdrawal,
      additions,
      additionDays: additionDays === null ? '' : String(additionDays),
      family: family === 'current' ? emptyProductSettings.family : family,
      line: line ?? '',
      minimum: typed(minimum),
      maximum: maximum === null ? '' : typed(maximum),
      termMonths: termMonths === null ? '' : String(termMonths),
      penaltyPoints: format.decimal(trimTrailingZeros(penaltyPoints)),
    },
    tariff: { validFrom: today, slabs: slabs.length > 0 ? slabs : [emptySlab] },
    reason: '',
  }
}

/** What is sent of settings whose fields have been validated. */
export const parseProductSettings = (typed: ProductSettingsFormValues): ProductSettings => ({
  ...typed,
  code: typed.code.trim().toUpperCase(),
  name: typed.name.trim(),
  line: typed.line === '' ? null : typed.line,
  minimum: parseAmount(typed.minimum)!,
  maximum: typed.maximum.trim() ? parseAmount(typed.maximum)! : null,
  termMonths: typed.termMonths.trim() ? parseMonths(typed.termMonths)! : null,
  penaltyPoints: parseRate(typed.penaltyPoints)!,
  additionDays: typed.additions === 'within_days' ? parseMonths(typed.additionDays)! : null,
})

/** What is sent of rates whose fields have been validated. */
export const parseTariff = ({ validFrom, slabs }: ProductFormValues['tariff']): Tariff => ({
  validFrom,
  slabs: slabs.map((slab) => ({
    minAmount: parseAmount(slab.minAmount)!,
    termMonths: parseMonths(slab.termMonths) ?? 0,
    rate: parseRate(slab.rate)!,
  })),
})
