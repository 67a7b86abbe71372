import { NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { parseMoney } from '../form/typed-money.ts'
import { amountConditions, parseAmountCondition } from './amount-condition.ts'

type Props = { label: string; value: string; onChange: (value: string) => void }

/** A condition on an amount: above, below, exactly, or between two. `value` as the contract writes it, or ''. */
export default function AmountControl({ label, value, onChange }: Props) {
  const { t } = useTranslation('list')
  const format = useFormatters()
  const shown = (amount: string): string => amount && format.decimal(amount)
  const held = parseAmountCondition(value)
  const [how, setHow] = useState(held.how)
  const [typed, setTyped] = useState([shown(held.from), shown(held.to)] as const)
  const [wrong, setWrong] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was set elsewhere takes the place of what is typed
  useEffect(() => {
    const next = parseAmountCondition(value)
    if (value) setHow(next.how)
    setTyped([shown(next.from), shown(next.to)])
    setWrong(false)
  }, [value])
  const settle = (chosen: typeof how, [first, second]: readonly [string, string]): void => {
    if (!first.trim() && !second.trim()) {
      if (value) onChange('')
      return
    }
    const from = parseMoney(first)
    const to = chosen === 'between' ? parseMoney(second) : from
    if (chosen === 'between' && !second.trim()) return
    setWrong(from === undefined || to === undefined)
    if (from === undefined || to === undefined) return
    const next = chosen === 'between' ? `${from}~${to}` : `${chosen}${from}`
    if (next !== value) onChange(next)
  }
  const field = (at: 0 | 1, name: string) => (
    <TextInput
      aria-label={`${label}: ${name}`}
      placeholder={name}
      rightSection="€"
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      value={typed[at]}
      onChange={({ currentTarget }) =>
        setTyped(at === 0 ? [currentTarget.value, typed[1]] : [typed[0], currentTarget.value])
      }
      onBlur={() => settle(how, typed)}
      onKeyDown={({ key }) => key === 'Enter' && settle(how, typed)}
      error={at === 0 && wrong ? t('amount.wrong') : undefined}
    />
  )
  return (
    <div className={layoutClasses.tightRows}>
      <NativeSelect
        label={label}
        data={amountConditions.map((one) => ({
          value: one,
          label: t(`amount.how.${one === '>' ? 'more' : one === '<' ? 'less' : one === '=' ? 'equal' : 'between'}`),
        }))}
        value={how}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as typeof how
          setHow(chosen)
          settle(chosen, typed)
        }}
      />
      {field(0, t(how === 'between' ? 'amount.from' : 'amount.amount'))}
      {how === 'between' && field(1, t('amount.to'))}
    </div>
  )
}
