import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { setCurrencyRate } from '#contract/settings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { parseTypedDate } from '#web/ui/list/parse-date.ts'
import { parseTypedNumber } from './parse-number.ts'

type CurrencyRateFormValues = { currency: string; perEuro: string; validFrom: string }

const emptyFormValues: CurrencyRateFormValues = { currency: '', perEuro: '', validFrom: '' }

/** Adds a rate, or corrects the one of the same day. The day is typed as in lists; without one it holds from today. */
export const CurrencyForm = ({ onSet }: { onSet: () => Promise<void> }) => {
  const { t } = useTranslation(['settings', 'list'])
  const fieldText = useFieldErrorText()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const words = { today: t('list:date.today'), tomorrow: t('list:date.tomorrow'), yesterday: t('list:date.yesterday') }
  const dayOf = (typed: string): string | undefined => (typed.trim() ? parseTypedDate(typed, today, words) : today)
  const sending = useSubmitForm<CurrencyRateFormValues>({
    defaults: emptyFormValues,
    submit: async ({ currency, perEuro, validFrom }) => {
      const body = {
        currency: currency.trim().toUpperCase(),
        perEuro: parseTypedNumber(perEuro)!,
        validFrom: dayOf(validFrom)!,
      }
      await callEndpoint(setCurrencyRate, { body })
      sending.form.reset(emptyFormValues)
      sending.form.setFocus('currency')
      await onSet()
    },
  })
  const {
    register,
    setFocus,
    formState: { errors },
  } = sending.form
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that somebody comes to add one.
  useEffect(() => {
    if (hash === '#new-rate') setFocus('currency')
  }, [hash, key, setFocus])
  return (
    <Form
      formState={sending}
      label={t('currencies.add')}
      draft="settings.currencyRate"
      actions={
        <SubmitButton variant="default" busy={sending.busy}>
          {t('currencies.add')}
        </SubmitButton>
      }
    >
      <FieldRow>
        <TextInput
          label={t('currencies.currency')}
          description={t('currencies.currencyHint')}
          error={fieldText(errors.currency)}
          maxLength={3}
          autoComplete="off"
          {...register('currency', {
            required: 'required',
            validate: (typed) => /^\s*[a-z]{3}\s*$/i.test(typed) || 'unknown',
          })}
        />
        <TextInput
          label={t('currencies.perEuro')}
          description={t('currencies.perEuroHint')}
          error={fieldText(errors.perEuro)}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          {...register('perEuro', {
            required: 'required',
            validate: (typed) => parseTypedNumber(typed) !== undefined || 'number',
          })}
        />
      </FieldRow>
      <DateField
        label={t('currencies.validFrom')}
        isOptional
        error={fieldText(errors.validFrom)}
        placeholder={t('list:date.today')}
        {...register('validFrom', { validate: (typed) => dayOf(typed) !== undefined || 'date' })}
      />
    </Form>
  )
}
