import type { Formatters } from '#web/core/format.ts'
import classes from './numbers-table.module.css'

/** An amount in a table whose title names the unit: nothing is –. */
export const renderTableAmount = (format: Formatters, amount: string) => (
  <span data-negative={amount.startsWith('-') || undefined} className={classes.amount}>
    {format.money(amount, { zero: 'dash', withoutCurrency: true })}
  </span>
)
