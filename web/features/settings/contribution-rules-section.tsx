import { TextInput } from '@mantine/core'
import {
  type ContributionRules,
  maxConfirmDays,
  maxDaysBack,
  setContributionRules,
} from '#contract/settings/payments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'

type ContributionRulesFormValues = { daysBack: string; confirmDays: string; reason: string }
type Props = {
  rules: ContributionRules
  mayEdit: boolean
}

const validateNumberBetween = (min: number, max: number) => (typed: string) =>
  (/^\d{1,2}$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max) || 'number'

/** How far back money by hand may be dated by one person, and how long the bank has to confirm it. */
export const ContributionRulesSection = ({ rules, mayEdit }: Props) => {
  const { t } = useTranslation('limits')
  const fieldText = useFieldErrorText()
  const defaults = { daysBack: String(rules.daysBack), confirmDays: String(rules.confirmDays), reason: '' }
  const sending = useSubmitForm<ContributionRulesFormValues, ContributionRules>({
    defaults,
    version: rules,
    submit: async ({ daysBack, confirmDays, reason }, before) => {
      const after = { daysBack: Number(daysBack), confirmDays: Number(confirmDays) }
      const body = { before, after, reason: reason.trim() }
      await callEndpoint(setContributionRules, { body }, { refreshOnRefusal: true })
      // It waits for a second person: until then nothing has changed.
      sending.form.reset(defaults)
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  return (
    <Section id="contribution-rules" title={t('rules.title')} description={t('rules.lead')}>
      <Form
        formState={sending}
        label={t('rules.title')}
        actions={mayEdit && <SubmitButton busy={sending.busy}>{t('rules.save')}</SubmitButton>}
      >
        <TextInput
          label={t('rules.daysBack')}
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          disabled={!mayEdit}
          error={fieldText(errors.daysBack)}
          {...register('daysBack', { required: 'required', validate: validateNumberBetween(0, maxDaysBack) })}
        />
        <TextInput
          label={t('rules.confirmDays')}
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          disabled={!mayEdit}
          error={fieldText(errors.confirmDays)}
          {...register('confirmDays', { required: 'required', validate: validateNumberBetween(1, maxConfirmDays) })}
        />
        {mayEdit && (
          <ReasonField
            label={t('reason')}
            description={t('reasonHint')}
            error={fieldText(errors.reason)}
            {...register('reason', reasonRules)}
          />
        )}
      </Form>
    </Section>
  )
}
