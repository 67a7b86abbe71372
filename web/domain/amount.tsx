import { accountingCurrency } from '#contract/core/tenants.ts'
import type { Money } from '#contract/core/values.ts'
import { type Formatters, useFormatters } from '#web/core/format.ts'
import classes from './domain.module.css'
import { formatForeignMoney } from './foreign-money.ts'

/** The same as a plain element: a table draws hundreds, and none of them needs to listen to the language by itself. */
export const renderAmount = (
  format: Formatters,
  value: Money | null,
  currency: string = accountingCurrency,
  /** As booked, whatever the person has chosen to see: where they decide about it. */
  { euros = false } = {},
) => {
  const shown =
    value && currency !== accountingCurrency
      ? formatForeignMoney(format, value, currency)
      : format.money(value, { zero: 'dash', euros })
  return (
    <span
      className={classes.amount}
      data-negative={value?.startsWith('-') || undefined}
      // Converted: what the books say on hover.
      title={shown.startsWith('≈') ? format.money(value, { euros: true }) : undefined}
    >
      {shown}
    </span>
  )
}

/** An amount of euros: negative ones by sign and colour, nothing as –. */
export const Amount = ({ value }: { value: Money | null }) => renderAmount(useFormatters(), value)
