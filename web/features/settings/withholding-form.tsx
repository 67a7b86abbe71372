import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { tenantFacts } from '#contract/core/tenants.ts'
import {
  namedTaxRegions,
  rulePayeeKinds,
  rulePayerKinds,
  setWithholdingRate,
  withholdingBases,
} from '#contract/withholding.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { parseTypedDate } from '#web/ui/list/parse-date.ts'
import { useRestoreFocus } from '#web/ui/use-restore-focus.ts'
import { parseTypedNumber } from './parse-number.ts'

type WithholdingFormValues = {
  region: string
  country: string
  payee: (typeof rulePayeeKinds)[number]
  payer: (typeof rulePayerKinds)[number]
  validFrom: string
  rate: string
  basis: (typeof withholdingBases)[number]
  source: string
  reason: string
}

/** '0' means exempt: the reader of positive numbers knows none. */
const parseRateOrZero = (typed: string): string | undefined =>
  /^\s*0+([.,]0+)?\s*$/.test(typed) ? '0' : parseTypedNumber(typed)

type Props = { onClose: () => void }

/** Adds a rate, or corrects the one of the same day. Mounted while it asks. */
export const WithholdingForm = ({ onClose }: Props) => {
  const { t } = useTranslation(['withholding', 'limits', 'list', 'common'])
  const fieldText = useFieldErrorText()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const ofPortugal = useSession(({ selectedDatabasePrefix: prefix }) => tenantFacts[prefix].country === 'PT')
  useRestoreFocus()
  const words = { today: t('list:date.today'), tomorrow: t('list:date.tomorrow'), yesterday: t('list:date.yesterday') }
  const sending = useSubmitForm<WithholdingFormValues>({
    defaults: {
      region: 'any',
      country: '',
      payee: 'any',
      payer: 'any',
      validFrom: '',
      rate: '',
      basis: 'interest',
      source: '',
      reason: '',
    },
    submit: async ({ region, country, validFrom, rate, ...rest }) => {
      const place = region === 'country' ? country.trim().toUpperCase() : region
      const body = {
        ...rest,
        region: place,
        rate: parseRateOrZero(rate)!,
        validFrom: parseTypedDate(validFrom, today, words)!,
      }
      await callEndpoint(setWithholdingRate, { body })
      onClose()
    },
  })
  const {
    register,
    watch,
    formState: { errors },
  } = sending.form
  const regions = [...namedTaxRegions.filter((one) => ofPortugal || !one.startsWith('PT-')), 'country'] as const
  return (
    <Dialog title={t('rates.add')} size="lg" onClose={onClose}>
      <Form
        formState={sending}
        label={t('rates.add')}
        draft="settings.withholdingRate"
        actions={
          <>
            <SubmitButton busy={sending.busy}>{t('limits:propose')}</SubmitButton>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </>
        }
      >
        <NativeSelect
          label={t('rates.region')}
          error={fieldText(errors.region)}
          data={regions.map((value) => ({ value, label: t(`regions.${value}`) }))}
          data-autofocus
          {...register('region')}
        />
        {watch('region') === 'country' && (
          <TextInput
            label={t('rates.country')}
            description={t('rates.countryHint')}
            error={fieldText(errors.country)}
            maxLength={2}
            autoComplete="off"
            {...register('country', {
              required: 'required',
              validate: (typed) => /^\s*[a-z]{2}\s*$/i.test(typed) || 'unknown',
            })}
          />
        )}
        <NativeSelect
          label={t('rates.payee')}
          data={rulePayeeKinds.map((value) => ({ value, label: t(`payees.${value}`) }))}
          {...register('payee')}
        />
        <NativeSelect
          label={t('rates.payer')}
          data={rulePayerKinds.map((value) => ({ value, label: t(`payers.${value}`) }))}
          {...register('payer')}
        />
        <TextInput
          label={t('rates.rate')}
          description={t('rates.rateHint')}
          error={fieldText(errors.rate)}
          inputMode="decimal"
          maxLength={10}
          autoComplete="off"
          {...register('rate', {
            required: 'required',
            validate: (typed) => {
              const rate = parseRateOrZero(typed)
              return rate === undefined ? 'number' : Number(rate) <= 100 || 'too_big'
            },
          })}
        />
        <DateField
          label={t('rates.validFrom')}
          error={fieldText(errors.validFrom)}
          {...register('validFrom', {
            required: 'required',
            validate: (typed) => parseTypedDate(typed, today, words) !== undefined || 'date',
          })}
        />
        <NativeSelect
          label={t('rates.basis')}
          data={withholdingBases.map((value) => ({ value, label: t(`bases.${value}`) }))}
          {...register('basis')}
        />
        <Textarea
          label={t('rates.source')}
          description={t('rates.sourceHint')}
          error={fieldText(errors.source)}
          maxLength={500}
          autosize
          minRows={2}
          {...register('source', { validate: (typed) => typed.trim().length >= 3 || 'required' })}
        />
        <ReasonField
          label={t('limits:reason')}
          description={t('limits:reasonHint')}
          error={fieldText(errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
