import type { TFunction } from 'i18next'
import { booksCurrency } from '#contract/tenants.ts'
import type { Format } from '#web/core/format.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { foreignMoney } from '#web/domain/foreign-money.ts'

/** The first and the last day, as every list of money that came in asks for them. */
export const dayFilters = (t: TFunction<'income'>) => ({
  from: { control: 'date' as const, label: t('fields.from'), pinned: true as const },
  to: { control: 'date' as const, label: t('fields.to'), pinned: true as const },
})

/** An amount of a bank account, which may be kept in another currency than the books. */
export const bankMoney = (format: Format, amount: string, currency: string) =>
  currency === booksCurrency ? amountOf(format, amount) : foreignMoney(format, amount, currency)

/** How much came in, and all of it together. */
export const amountColumn = (t: TFunction<'income'>, format: Format, currency: string = booksCurrency) => ({
  key: 'amount' as const,
  label: t('fields.amount'),
  align: 'end' as const,
  phone: 3 as const,
  cell: (amount: string) => bankMoney(format, amount, currency),
  total: ({ amount }: { amount: string }) => bankMoney(format, amount, currency),
})
