import { UnstyledButton } from '@mantine/core'
import classes from './choice-buttons.module.css'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; label: string }[]
  /** Null: none of them. */
  value: V | null
  onPick: (value: V) => void
}

/** One of a few, all in sight, the chosen one pressed. */
export const ChoiceButtons = <V extends string>({ label, options, value, onPick }: Props<V>) => (
  <fieldset className={classes.choice} aria-label={label}>
    {options.map((option) => (
      <UnstyledButton
        key={option.value}
        className={classes.option}
        aria-pressed={option.value === value}
        onClick={() => onPick(option.value)}
      >
        {option.label}
      </UnstyledButton>
    ))}
  </fieldset>
)
