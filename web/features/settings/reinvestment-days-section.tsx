import { TextInput } from '@mantine/core'
import { maxReinvestmentDays, setReinvestmentDays } from '#contract/attribution.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'

type DaysFormValues = { days: string; reason: string }
type Props = { days: number; mayEdit: boolean }

/** For how many days after a payout a contribution is no new money. */
export const ReinvestmentDaysSection = ({ days, mayEdit }: Props) => {
  const { t } = useTranslation(['attribution', 'limits'])
  const fieldText = useFieldErrorText()
  const defaults = { days: String(days), reason: '' }
  const sending = useSubmitForm<DaysFormValues, number>({
    defaults,
    version: days,
    submit: async ({ days: typed, reason }, before) => {
      const body = { before, after: Number(typed), reason: reason.trim() }
      await callEndpoint(setReinvestmentDays, { body }, { refreshOnRefusal: true })
      // It waits for a second person: until then nothing has changed.
      sending.form.reset(defaults)
    },
  })
  const { register, formState } = sending.form
  const validateDays = (typed: string): true | string => {
    if (!/^\d{1,3}$/.test(typed.trim()) || Number(typed) > maxReinvestmentDays) return 'number'
    return Number(typed) !== days || 'unchanged'
  }
  return (
    <Section id="reinvestment-days" title={t('days.title')} description={t('days.lead')}>
      <Form
        formState={sending}
        label={t('days.title')}
        actions={mayEdit && <SubmitButton busy={sending.busy}>{t('days.save')}</SubmitButton>}
      >
        <TextInput
          label={t('days.label')}
          description={t('days.hint')}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          disabled={!mayEdit}
          error={fieldText(formState.errors.days)}
          {...register('days', { required: 'required', validate: validateDays })}
        />
        {mayEdit && (
          <ReasonField
            label={t('limits:reason')}
            description={t('limits:reasonHint')}
            error={fieldText(formState.errors.reason)}
            {...register('reason', reasonRules)}
          />
        )}
      </Form>
    </Section>
  )
}
