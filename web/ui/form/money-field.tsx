import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useFormatters } from '#web/core/format.ts'
import classes from './form.module.css'
import { setInputValue } from './set-input-value.ts'
import { parseMoney } from './typed-money.ts'
import { useOptionalLabel } from './use-optional-label.ts'

type Props = Omit<ComponentProps<typeof TextInput>, 'label'> & { label: string; isOptional?: boolean }

export const moneyRules = {
  validate: (typed: string): true | string =>
    typed.trim() === '' ? 'required' : parseMoney(typed) !== undefined || 'amount',
}

/** A field for an amount of euros, as people type it. Written out when the field is left: '1.234,5' becomes '1.234,50'. */
export const MoneyField = ({ label, isOptional = false, onBlur, ...props }: Props) => {
  const format = useFormatters()
  const optional = useOptionalLabel()
  return (
    <TextInput
      rightSection="€"
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      classNames={{ input: classes.money! }}
      {...props}
      label={isOptional ? optional(label) : label}
      onBlur={(event) => {
        const amount = parseMoney(event.currentTarget.value)
        if (amount) setInputValue(event.currentTarget, format.money(amount, { withoutCurrency: true, euros: true }))
        onBlur?.(event)
      }}
    />
  )
}
