import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type ContributionRules,
  longestConfirmDays,
  longestDaysBack,
  type PaymentSettings,
  setContributionRules,
} from '#contract/settings/payments.ts'
import { call } from '#web/core/call.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'

type Values = { daysBack: string; confirmDays: string; reason: string }
type Props = {
  rules: ContributionRules
  mayEdit: boolean
  onChanged: (after: PaymentSettings) => void
}

const between = (least: number, most: number) => (typed: string) =>
  (/^\d{1,2}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most) || 'number'

/** How far back money by hand may be dated by one person, and how long the bank has to confirm it. */
export const ContributionRulesSection = ({ rules, mayEdit, onChanged }: Props) => {
  const { t } = useTranslation('limits')
  const fieldText = useFieldText()
  const sending = useSending<Values>({
    defaults: { daysBack: String(rules.daysBack), confirmDays: String(rules.confirmDays), reason: '' },
    send: async ({ daysBack, confirmDays, reason }) => {
      const after = { daysBack: Number(daysBack), confirmDays: Number(confirmDays) }
      onChanged(await call(setContributionRules, { body: { before: rules, after, reason: reason.trim() } }))
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  return (
    <Section title={t('rules.title')} lead={t('rules.lead')}>
      <Form
        sending={sending}
        label={t('rules.title')}
        actions={
          mayEdit && (
            <Button type="submit" disabled={sending.busy} aria-busy={sending.busy}>
              {t('rules.save')}
            </Button>
          )
        }
      >
        <div className={classes.inline}>
          <TextInput
            label={t('rules.daysBack')}
            inputMode="numeric"
            maxLength={2}
            autoComplete="off"
            disabled={!mayEdit}
            error={fieldText(errors.daysBack)}
            {...register('daysBack', { validate: between(0, longestDaysBack) })}
          />
          <TextInput
            label={t('rules.confirmDays')}
            inputMode="numeric"
            maxLength={2}
            autoComplete="off"
            disabled={!mayEdit}
            error={fieldText(errors.confirmDays)}
            {...register('confirmDays', { validate: between(1, longestConfirmDays) })}
          />
        </div>
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
