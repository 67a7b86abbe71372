import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { inputWrapperOrder } from './date-field.tsx'
import classes from './form.module.css'
import { parseMoney } from './typed-money.ts'

export const moneyRules = {
  validate: (typed: string): true | string =>
    typed.trim() === '' ? 'required' : parseMoney(typed) !== undefined || 'amount',
}

/** A field for an amount of euros, as people type it. */
export const MoneyField = (props: ComponentProps<typeof TextInput>) => (
  <TextInput
    rightSection="€"
    inputMode="decimal"
    autoComplete="off"
    maxLength={24}
    classNames={{ input: classes.money! }}
    inputWrapperOrder={inputWrapperOrder}
    {...props}
  />
)
