import { NativeSelect } from '@mantine/core'
import { type DirectCostKind, directCostKinds } from '#contract/profitability/kinds.ts'
import { type ProfitabilitySettings, setDirectCost } from '#contract/profitability.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { parseMoney } from '#web/ui/form/typed-money.ts'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import { DatedDialog, ProductField, ValidFromField } from './dated-form.tsx'

type Values = { productId: string; kind: DirectCostKind; validFrom: string; amount: string }
type Props = { settings: ProfitabilitySettings; onDone: () => void; onClose: () => void }

/** '0' ends a cost. */
const parseCost = (typed: string): string | undefined => {
  const amount = /^\s*0+([.,]0+)?\s*$/.test(typed) ? '0.00' : parseMoney(typed)
  return amount !== undefined && /^\d{1,6}\.\d{2}$/.test(amount) ? amount : undefined
}

/** Adds a direct cost, or corrects the one of the same day. */
export const DirectCostForm = ({ settings, onDone, onClose }: Props) => {
  const { t } = useTranslation('profitability')
  const fieldText = useFieldErrorText()
  const format = useFormatters()
  const parseDate = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const findBefore = ({ productId, kind, validFrom }: Values): string | null =>
    settings.directCosts.find(
      (one) => one.productId === productId && one.kind === kind && one.validFrom === parseDate(validFrom),
    )?.amount ?? null
  const sending = useSubmitForm<Values>({
    defaults: { productId: '', kind: 'account_year', validFrom: format.date(today), amount: '' },
    submit: async (values) => {
      const { productId, kind, validFrom, amount } = values
      await callEndpoint(
        setDirectCost,
        {
          body: {
            productId,
            kind,
            validFrom: parseDate(validFrom)!,
            amount: parseCost(amount)!,
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
      title={t('settings.directCosts.add')}
      formState={sending}
      draft="settings.directCost"
      onClose={onClose}
    >
      <ProductField
        products={settings.products}
        error={fieldText(errors.productId)}
        {...register('productId', { required: 'required' })}
      />
      <NativeSelect
        label={t('settings.kind')}
        data={directCostKinds.map((value) => ({ value, label: t(`settings.directCosts.kinds.${value}`) }))}
        {...register('kind', { required: 'required' })}
      />
      <ValidFromField
        error={fieldText(errors.validFrom)}
        {...register('validFrom', {
          required: 'required',
          validate: (typed) => parseDate(typed) !== undefined || 'date',
        })}
      />
      <MoneyField
        label={t('settings.amount')}
        error={fieldText(errors.amount)}
        {...register('amount', {
          required: 'required',
          validate: (typed) => parseCost(typed) !== undefined || 'amount',
        })}
      />
      {before !== null && <Notice>{t('settings.directCosts.correct', { amount: format.money(before) })}</Notice>}
    </DatedDialog>
  )
}
