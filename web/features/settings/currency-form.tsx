import { Button, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { setCurrencyRate } from '#contract/settings.ts'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { readTypedDate } from '#web/ui/list/typed-date.ts'
import classes from './settings.module.css'
import { readTypedNumber } from './typed-number.ts'

type Values = { currency: string; perEuro: string; validFrom: string }

const empty: Values = { currency: '', perEuro: '', validFrom: '' }

/** Adds a rate, or corrects the one of the same day. The day is typed as in lists; without one it holds from today. */
export const CurrencyForm = ({ onSet }: { onSet: () => Promise<void> }) => {
  const { t } = useTranslation(['settings', 'list'])
  const fieldText = useFieldText()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const words = { today: t('list:date.today'), tomorrow: t('list:date.tomorrow'), yesterday: t('list:date.yesterday') }
  const dayOf = (typed: string): string | undefined => (typed.trim() ? readTypedDate(typed, today, words) : today)
  const sending = useSending<Values>({
    defaults: empty,
    send: async ({ currency, perEuro, validFrom }) => {
      const body = {
        currency: currency.trim().toUpperCase(),
        perEuro: readTypedNumber(perEuro)!,
        validFrom: dayOf(validFrom)!,
      }
      await call(setCurrencyRate, { body })
      sending.form.reset(empty)
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
      sending={sending}
      label={t('currencies.add')}
      draft="settings.currencyRate"
      actions={
        <Button type="submit" variant="default" disabled={sending.busy}>
          {t('currencies.add')}
        </Button>
      }
    >
      <div className={classes.inline}>
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
            validate: (typed) => readTypedNumber(typed) !== undefined || 'number',
          })}
        />
        <TextInput
          label={t('currencies.validFrom')}
          description={t('list:date.hint')}
          error={fieldText(errors.validFrom)}
          placeholder={t('list:date.today')}
          autoComplete="off"
          {...register('validFrom', { validate: (typed) => dayOf(typed) !== undefined || 'date' })}
        />
      </div>
    </Form>
  )
}
