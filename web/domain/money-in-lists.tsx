import type { TFunction } from 'i18next'
import { booksCurrency } from '#contract/core/tenants.ts'
import type { Format } from '#web/core/format.ts'
import { amountOf } from '#web/domain/amount.tsx'

/** The first and the last day, as every list of money that came in asks for them. */
export const dayFilters = (t: TFunction<'contributions'>) => ({
  from: { control: 'date' as const, label: t('fields.from'), pinned: true as const },
  to: { control: 'date' as const, label: t('fields.to'), pinned: true as const },
})

/** How much came in, and all of it together. */
export const amountColumn = (t: TFunction<'contributions'>, format: Format, currency: string = booksCurrency) => ({
  key: 'amount' as const,
  label: t('fields.amount'),
  align: 'end' as const,
  phone: 3 as const,
  cell: (amount: string) => amountOf(format, amount, currency),
  total: ({ amount }: { amount: string }) => amountOf(format, amount, currency),
})
