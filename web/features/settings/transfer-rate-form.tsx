import { TextInput } from '@mantine/core'
import { type ProfitabilitySettings, setTransferRate } from '#contract/profitability.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import { DatedDialog, ProductField, ValidFromField } from './dated-form.tsx'
import { parseTypedNumber } from './parse-number.ts'

type Values = { productId: string; term: string; validFrom: string; rate: string }
type Props = { settings: ProfitabilitySettings; onDone: () => void; onClose: () => void }

/** '0' is a rate: money of no worth. The reader of positive numbers knows none. */
const parseRate = (typed: string): string | undefined =>
  /^\s*0+([.,]0+)?\s*$/.test(typed) ? '0' : parseTypedNumber(typed)
const isRate = (typed: string): boolean => {
  const rate = parseRate(typed)
  return rate !== undefined && Number(rate) <= 100 && !/\.\d{7}/.test(rate)
}

/** Adds a transfer rate, or corrects the one of the same day. */
export const TransferRateForm = ({ settings, onDone, onClose }: Props) => {
  const { t } = useTranslation('profitability')
  const fieldText = useFieldErrorText()
  const format = useFormatters()
  const optional = useOptionalLabel()
  const parseDate = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const findBefore = ({ productId, term, validFrom }: Values): string | null =>
    settings.transferRates.find(
      (one) =>
        one.productId === productId &&
        one.termMonths === Number(term.trim() || '0') &&
        one.validFrom === parseDate(validFrom),
    )?.rate ?? null
  const sending = useSubmitForm<Values>({
    defaults: { productId: '', term: '', validFrom: format.date(today), rate: '' },
    submit: async (values) => {
      const { productId, term, validFrom, rate } = values
      await callEndpoint(
        setTransferRate,
        {
          body: {
            productId,
            termMonths: Number(term.trim() || '0'),
            validFrom: parseDate(validFrom)!,
            rate: parseRate(rate)!,
            before: findBefore(values),
          },
        },
        { refreshOnRefusal: true },
      )
      onDone()
    },
  })
  const {
    register,
    watch,
    formState: { errors },
  } = sending.form
  const before = findBefore(watch())
  return (
    <DatedDialog
      title={t('settings.transferRates.add')}
      formState={sending}
      draft="settings.transferRate"
      onClose={onClose}
    >
      <ProductField
        products={settings.products}
        error={fieldText(errors.productId)}
        {...register('productId', { required: 'required' })}
      />
      <TextInput
        label={optional(t('settings.term'))}
        description={t('settings.termHint')}
        error={fieldText(errors.term)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        {...register('term', {
          validate: (typed) => (/^\s*(\d{1,3})?\s*$/.test(typed) && Number(typed) <= 600 ? true : 'number'),
        })}
      />
      <ValidFromField
        error={fieldText(errors.validFrom)}
        {...register('validFrom', {
          required: 'required',
          validate: (typed) => parseDate(typed) !== undefined || 'date',
        })}
      />
      <TextInput
        label={t('settings.rate')}
        description={t('settings.rateHint')}
        error={fieldText(errors.rate)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        {...register('rate', { required: 'required', validate: (typed) => isRate(typed) || 'number' })}
      />
      {before !== null && <Notice>{t('settings.transferRates.correct', { rate: format.rate(before) })}</Notice>}
    </DatedDialog>
  )
}
