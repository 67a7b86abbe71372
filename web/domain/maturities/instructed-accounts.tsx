import type { InstructionSummary } from '#contract/maturities.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './instructed-accounts.module.css'

/** Whose accounts these are, and what becomes of them as it is said now. */
export const InstructedAccounts = ({ summary }: { summary: InstructionSummary }) => {
  const { t } = useTranslation('maturities')
  const format = useFormatters()
  const { accounts, instructions, count } = summary
  const others = count - accounts.length
  return (
    <div className={classes.about}>
      <ul>
        {accounts.map(({ id, clientName, accountNumber, expiresOn, balance }) => (
          <li key={id}>
            <strong>{clientName}</strong>
            <span>{[accountNumber, format.date(expiresOn), format.money(balance, { euros: true })].join(' · ')}</span>
          </li>
        ))}
        {others > 0 && <li>{t('instruct.others', { count: others, total: format.number(others) })}</li>}
      </ul>
      <p>
        {t(instructions.length > 1 ? 'instruct.differ' : 'instruct.now', {
          instructions: instructions
            .map((one) => {
              const words = [t(`instructions.${one.instruction}`), one.productName].filter(Boolean).join(': ')
              return instructions.length > 1 ? `${words} (${format.number(one.count)})` : words
            })
            .join(', '),
        })}
      </p>
    </div>
  )
}
