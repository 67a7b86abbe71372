import { isExternalDebt } from '#contract/external-positions/kinds.ts'
import { removeExternalValue, valueExternalPosition } from '#contract/external-positions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { parseValue, validateValue } from './parse-value.ts'
import { useDayRules } from './position-fields.tsx'
import { type PositionFormProps, toUnsignedAmount } from './position-record.ts'

type ValueFormValues = { amount: string; asOf: string }

/** Notes what a position is worth on a day. */
export const ValuePositionForm = ({ position, title, onDone, onClose }: PositionFormProps) => {
  const { t } = useTranslation(['external-positions', 'list'])
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const { today, parseDay, validateDay } = useDayRules()
  const params = { clientId: position.clientId, positionId: position.id }
  const isDebt = isExternalDebt(position.kind)
  const sending = useSubmitForm<ValueFormValues>({
    defaults: { amount: '', asOf: '' },
    version: position.version,
    submit: async (typed, seenVersion) => {
      const amount = parseValue(typed.amount)!
      const asOf = parseDay(typed.asOf) ?? today
      const replaced = position.values.find((value) => value.asOf === asOf)
      const { version } = await callEndpoint(
        valueExternalPosition,
        { params, body: { version: seenVersion, amount, asOf } },
        { refreshOnRefusal: true },
      )
      const describe = (shown: string) =>
        t('value.done', { date: format.date(asOf), amount: format.money(shown, { euros: true }) })
      const undo = async (): Promise<string> => {
        if (!replaced) {
          await callEndpoint(removeExternalValue, { params, body: { version, asOf } })
          return t('history.removed', { date: format.date(asOf) })
        }
        const before = toUnsignedAmount(replaced.amount)
        await callEndpoint(valueExternalPosition, { params, body: { version, asOf, amount: before } })
        return describe(before)
      }
      const canUndo = replaced !== undefined || position.values.length > 0
      onDone({ text: describe(amount), ...(canUndo && { undo }) })
      onClose()
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  return (
    <Form
      formState={sending}
      label={title}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('value.submit')} onCancel={onClose} />}
    >
      <MoneyField
        data-autofocus
        label={t(isDebt ? 'add.owedAmount' : 'add.amount')}
        description={isDebt ? t('add.owedHint') : undefined}
        error={fieldText(errors.amount)}
        {...register('amount', { required: 'required', validate: validateValue })}
      />
      <DateField
        label={t('add.asOf')}
        isOptional
        placeholder={t('list:date.today')}
        error={fieldText(errors.asOf)}
        {...register('asOf', {
          validate: (typed) => typed.trim() === '' || validateDay(typed, format.date(position.since)),
        })}
      />
    </Form>
  )
}
