import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { searchClients } from '#contract/clients.ts'
import { isExternalDebt } from '#contract/external-positions/kinds.ts'
import { addExternalPosition } from '#contract/external-positions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import { parseValue, validateValue } from './parse-value.ts'
import {
  emptyPositionValues,
  listChoices,
  PositionFields,
  type PositionFormValues,
  type ProductOptions,
  useCatalogue,
  useDayRules,
} from './position-fields.tsx'
import { getPositionName } from './position-record.ts'

type Props = {
  /** Null: it is chosen here. */
  clientId: string | null
  onDone: (message: string) => void
  onClose: () => void
}

const ClientField = ({ form }: { form: UseFormReturn<PositionFormValues> }) => {
  const { t } = useTranslation(['external-positions', 'common'])
  const fieldText = useFieldErrorText()
  const [typed, setTyped] = useState('')
  const { found, isLongEnough, answered } = useServerSearch(typed, (q) =>
    buildQueryOptions(searchClients, { query: { q } }),
  )
  return (
    <Controller
      control={form.control}
      name="clientId"
      rules={{ required: 'required' }}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <SearchSelect
          ref={ref}
          data-autofocus
          label={t('fields.client')}
          placeholder={t('add.clientHint')}
          error={fieldText(form.formState.errors.clientId)}
          onSearch={setTyped}
          answered={answered}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          data={(found?.clients ?? []).map(({ id, fullName, cvl }) => ({ value: id, label: `${fullName} · ${cvl}` }))}
          nothingFoundMessage={isLongEnough ? t('common:noData') : undefined}
        />
      )}
    />
  )
}

const AddPositionForm = ({ clientId, products, onDone, onClose }: Props & { products: ProductOptions }) => {
  const { t } = useTranslation(['external-positions', 'list'])
  const fieldText = useFieldErrorText()
  const withIdempotencyKey = useIdempotencyKey()
  const { today, parseDay, validateDay } = useDayRules()
  const sending = useSubmitForm<PositionFormValues>({
    defaults: { ...emptyPositionValues, clientId: clientId ?? '' },
    submit: async ({ clientId: chosenId, productId, description, since, amount, asOf }) => {
      const body = {
        productId,
        description: description.trim(),
        since: parseDay(since) ?? null,
        amount: parseValue(amount)!,
        asOf: parseDay(asOf) ?? today,
      }
      await callEndpoint(addExternalPosition, { params: { clientId: chosenId }, body }, withIdempotencyKey())
      const { institution, name } = products.find(({ id }) => id === productId)!
      onDone(t('add.done', { product: getPositionName({ institution, productName: name }) }))
      onClose()
    },
  })
  const { register, formState, watch } = sending.form
  const { errors } = formState
  const kind = products.find(({ id }) => id === watch('productId'))?.kind
  const isDebt = kind !== undefined && isExternalDebt(kind)
  return (
    <Form
      formState={sending}
      label={t('add.title')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('add.submit')} onCancel={onClose} />}
    >
      {clientId === null && <ClientField form={sending.form} />}
      <PositionFields form={sending.form} products={products} {...(clientId !== null && { firstField: 'product' })} />
      <MoneyField
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
          validate: (typed, { since }) => typed.trim() === '' || validateDay(typed, since),
        })}
      />
    </Form>
  )
}

/** Notes what a client has or owes elsewhere. However often it is sent while it is open, it is noted once. */
export default function AddPositionDialog(props: Props) {
  const { t } = useTranslation('external-positions')
  const { data, error, refetch } = useCatalogue({ isNeeded: true })
  if (!data && !error) return null
  const products = data && listChoices(data.products, null)
  return (
    <Dialog title={t('add.title')} description={t('add.lead')} onClose={props.onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {products?.length === 0 && <Notice>{t('add.noProducts')}</Notice>}
      {products && products.length > 0 && <AddPositionForm {...props} products={products} />}
    </Dialog>
  )
}
