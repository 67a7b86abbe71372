import type { Formatters } from '#web/core/format.ts'

/** An amount in a currency that isn't the books': '21.354,80 MXN'. Never converted to what the person has chosen to see. */
export const formatForeignMoney = (format: Formatters, amount: string, currency: string): string =>
  `${format.money(amount, { withoutCurrency: true, euros: true })}\u00a0${currency}`
