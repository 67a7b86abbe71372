import { NativeSelect } from '@mantine/core'
import { type ExternalClosingReason, externalClosingReasons } from '#contract/external-positions/kinds.ts'
import { closeExternalPosition, reopenExternalPosition } from '#contract/external-positions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { useDayRules } from './position-fields.tsx'
import { getPositionName, type PositionFormProps } from './position-record.ts'

type ClosingValues = { closedOn: string; reason: ExternalClosingReason | '' }

/** Closes a position, with its day and why. */
export const ClosePositionForm = ({ position, title, onDone, onClose }: PositionFormProps) => {
  const { t } = useTranslation(['external-positions', 'list'])
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const { today, parseDay, validateDay } = useDayRules()
  const params = { clientId: position.clientId, positionId: position.id }
  const product = getPositionName(position)
  const sending = useSubmitForm<ClosingValues>({
    defaults: { closedOn: '', reason: '' },
    version: position.version,
    submit: async ({ closedOn, reason }, seenVersion) => {
      const body = {
        version: seenVersion,
        closedOn: parseDay(closedOn) ?? today,
        reason: reason as ExternalClosingReason,
      }
      const { version } = await callEndpoint(closeExternalPosition, { params, body }, { refreshOnRefusal: true })
      const undo = async (): Promise<string> => {
        await callEndpoint(reopenExternalPosition, { params, body: { version } })
        return t('reopen.done', { product })
      }
      onDone({ text: t('close.done', { product }), undo })
      onClose()
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  return (
    <Form
      formState={sending}
      label={title}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('close.submit')} onCancel={onClose} />}
    >
      <NativeSelect
        data-autofocus
        label={t('close.reason')}
        data={[
          { value: '', label: t('close.choose') },
          ...externalClosingReasons.map((value) => ({ value, label: t(`closingReasons.${value}`) })),
        ]}
        error={fieldText(errors.reason)}
        {...register('reason', { required: 'required' })}
      />
      <DateField
        label={t('close.on')}
        isOptional
        placeholder={t('list:date.today')}
        error={fieldText(errors.closedOn)}
        {...register('closedOn', {
          validate: (typed) => typed.trim() === '' || validateDay(typed, format.date(position.since)),
        })}
      />
    </Form>
  )
}
