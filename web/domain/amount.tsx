import type { Money } from '#contract/core/values.ts'
import { useFormat } from '#web/core/format.ts'
import classes from './domain.module.css'

/** An amount of euros: negative ones by sign and colour, nothing as –. */
export const Amount = ({ value }: { value: Money | null }) => {
  const { money } = useFormat()
  return (
    <span className={classes.amount} data-negative={value?.startsWith('-') || undefined}>
      {money(value, { zero: 'dash' })}
    </span>
  )
}
