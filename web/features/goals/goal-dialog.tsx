import { useState } from 'react'
import type { Goal } from '#contract/goals.ts'
import { setGoal } from '#contract/goals.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { parseAmount } from '#web/domain/parse-figures.ts'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField, moneyRules } from '#web/ui/form/money-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { parseMoney } from '#web/ui/form/typed-money.ts'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import classes from './goals.module.css'

type Props = { goal: Goal; onDone: (text: string) => void; onClose: () => void }
type Values = { amount: string; months: string[] }

const phasings = ['even', 'own'] as const
type Phasing = (typeof phasings)[number]

/** Whether the months of a goal are twelfths of it, but for the cents that don't divide. */
const isEven = ({ months }: Goal): boolean => {
  const cents = months.map(({ goal }) => toCents(goal ?? '0.00'))
  const spread = cents.map((one) => one - cents[0]!)
  return spread.every((difference) => difference >= -1n && difference <= 1n)
}

/** What is left of the amount to divide among the months; undefined while something of it means nothing. */
const findRest = (amount: string, months: readonly string[]): bigint | undefined => {
  const total = parseMoney(amount)
  const parsed = months.map(parseAmount)
  if (total === undefined || parsed.includes(undefined)) return undefined
  return parsed.reduce((rest, month) => rest - toCents(month!), toCents(total))
}

/** What is left, as it is typed. */
const Rest = ({ amount, months }: Values) => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const rest = findRest(amount, months)
  if (rest === undefined) return null
  return (
    <p className={classes.left} role="status" data-wrong={rest !== 0n || undefined}>
      {t('dialog.left', { amount: format.money(centsToAmount(rest)) })}
    </p>
  )
}

/** Sets the goal of a person or a team for a year, evenly or month by month. Mounted while it asks. */
export default function GoalDialog({ goal, onDone, onClose }: Props) {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const { employee, year, kind } = goal
  const [phasing, setPhasing] = useState<Phasing>(isEven(goal) ? 'even' : 'own')
  const write = (amount: string | null): string =>
    amount === null ? '' : format.money(amount, { withoutCurrency: true, euros: true })
  const sending = useSubmitForm<Values>({
    defaults: { amount: write(goal.amount), months: goal.months.map((month) => write(month.goal ?? '0.00')) },
    version: goal.version,
    submit: async ({ amount: typed, months }, version) => {
      const amount = parseMoney(typed)!
      const divided = phasing === 'own' ? months.map((month) => parseAmount(month)!) : null
      await callEndpoint(
        setGoal,
        { params: { employeeId: employee.id }, body: { year, kind, version, amount, months: divided } },
        { refreshOnRefusal: true },
      )
      onDone(t('dialog.done', { amount: format.money(amount) }))
      onClose()
    },
  })
  const {
    register,
    watch,
    formState: { errors },
  } = sending.form
  const title = t('dialog.title', { name: employee.name, year })
  return (
    <Dialog title={title} description={t(`dialog.${kind}`)} size={phasing === 'own' ? 'lg' : 'md'} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('dialog.submit')} onCancel={onClose} />}
      >
        <MoneyField
          data-autofocus
          label={t('dialog.amount')}
          error={fieldText(errors.amount)}
          {...register('amount', {
            required: 'required',
            validate: (typed, { months }) => {
              const isMoney = moneyRules.validate(typed)
              if (isMoney !== true || phasing === 'even') return isMoney
              const rest = findRest(typed, months)
              return rest === undefined || rest === 0n || 'sum'
            },
          })}
        />
        <ChoiceButtons
          label={t('dialog.phasing')}
          options={phasings.map((value) => ({ value, label: t(`dialog.${value}`) }))}
          value={phasing}
          onPick={setPhasing}
        />
        {phasing === 'own' && (
          <>
            <div className={classes.months}>
              {goal.months.map(({ month }, at) => (
                <MoneyField
                  key={month}
                  label={format.month(month)}
                  error={errors.months?.[at] && t('dialog.monthWrong')}
                  {...register(`months.${at}`, {
                    required: 'required',
                    validate: (typed) => parseAmount(typed) !== undefined,
                  })}
                />
              ))}
            </div>
            <Rest amount={watch('amount')} months={watch('months')} />
          </>
        )}
      </Form>
    </Dialog>
  )
}
