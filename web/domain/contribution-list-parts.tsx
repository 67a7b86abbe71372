import type { TFunction } from 'i18next'
import { accountingCurrency } from '#contract/core/tenants.ts'
import type { Formatters } from '#web/core/format.ts'
import { renderAmount } from '#web/domain/amount.tsx'

/** The first and the last day, as every list of money that came in asks for them. */
export const buildDateRangeFilters = (t: TFunction<'contributions'>) => ({
  from: { control: 'date' as const, label: t('fields.from'), pinned: true as const },
  to: { control: 'date' as const, label: t('fields.to'), pinned: true as const },
})

/** How much came in, and all of it together. */
export const buildAmountColumn = (
  t: TFunction<'contributions'>,
  format: Formatters,
  currency: string = accountingCurrency,
) => ({
  key: 'amount' as const,
  label: t('fields.amount'),
  align: 'end' as const,
  phone: 3 as const,
  cell: (amount: string) => renderAmount(format, amount, currency),
  total: ({ amount }: { amount: string }) => renderAmount(format, amount, currency),
})
