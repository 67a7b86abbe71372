import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { countAccountStatements, exportAccountStatements } from '#contract/clients/statements.ts'
import { getClientFilterOptions } from '#contract/clients.ts'
import { productFamilies } from '#contract/products.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { addDays } from '#web/ui/list/parse-date.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import classes from './clients.module.css'

type StatementsFormValues = { manager: string; family: string; from: string; to: string }

/** The month before: what is asked for at the beginning of the next one. */
const getLastMonthRange = (today: string): { from: string; to: string } => {
  const to = addDays(`${today.slice(0, 8)}01`, -1) ?? today
  return { from: `${to.slice(0, 8)}01`, to }
}

/** How many there will be, and how many are no paper. */
const StatementCountMessage = ({ documents, tooLong }: { documents: number; tooLong: number }) => {
  const { t } = useTranslation('bank')
  const format = useFormatters()
  return (
    <div className={classes.found} role="status">
      <p>{documents === 0 ? t('none') : t('count', { count: documents, total: format.number(documents) })}</p>
      {tooLong > 0 && <p>{t('tooLong', { count: tooLong, total: format.number(tooLong) })}</p>}
    </div>
  )
}

/** The statements of many accounts in one file: of whom, of what and of which days; how many is told before. */
export default function StatementsDialog({ manager, onClose }: { manager: string; onClose: () => void }) {
  const { t } = useTranslation(['bank', 'products'])
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { data: options } = useQuery({
    ...buildQueryOptions(getClientFilterOptions, { query: {} }),
    staleTime: 5 * 60_000,
  })
  const month = getLastMonthRange(today)
  const queryOf = ({ manager: who, family, from, to }: StatementsFormValues) => ({
    from: dayOf(from) ?? '',
    to: dayOf(to) ?? '',
    ...(who && { manager: who }),
    ...(family && { family: family as (typeof productFamilies)[number] }),
  })
  const sending = useSubmitForm<StatementsFormValues>({
    defaults: { manager, family: '', from: format.date(month.from), to: format.date(month.to) },
    submit: async (values) => {
      const query = queryOf(values)
      startExport(exportAccountStatements, { query }, `${t('file', query)}.zip`)
      onClose()
    },
  })
  const { register, watch, formState } = sending.form
  const { errors } = formState
  const query = queryOf(watch())
  // A whole firm is counted in seconds: not at every key.
  const queryKey = JSON.stringify(query)
  const settled = useDebounced(queryKey, 400)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...buildQueryOptions(countAccountStatements, { query: JSON.parse(settled) as typeof query }),
    enabled: settled === queryKey && query.from !== '' && query.from <= query.to && query.to <= today,
    placeholderData: keepPreviousData,
  })
  const isDay = (typed: string): true | string => {
    const day = dayOf(typed)
    return day === undefined ? 'date' : day <= today || 'future'
  }
  return (
    <Dialog title={t('title')} description={t('lead')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('title')}
        actions={
          <SubmitCancelButtons
            busy={sending.busy || settled !== queryKey || isPlaceholderData || !data?.documents}
            submit={t('submit')}
            onCancel={onClose}
          />
        }
      >
        <NativeSelect
          data-autofocus
          label={t('manager')}
          data={[
            { value: '', label: t('anybody') },
            ...(options?.managers ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...register('manager')}
        />
        <NativeSelect
          label={t('products:fields.family')}
          data={[
            { value: '', label: t('anyFamily') },
            ...productFamilies.map((value) => ({ value, label: t(`products:families.${value}`) })),
          ]}
          {...register('family')}
        />
        <FieldRow>
          <DateField
            label={t('from')}
            error={fieldText(errors.from)}
            {...register('from', { required: 'required', validate: isDay })}
          />
          <DateField
            label={t('to')}
            error={fieldText(errors.to)}
            {...register('to', {
              required: 'required',
              validate: (typed, { from }) => {
                const day = isDay(typed)
                return day === true ? (dayOf(from) ?? '') <= (dayOf(typed) ?? '') || 'order' : day
              },
            })}
          />
        </FieldRow>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          data && <StatementCountMessage {...data} />
        )}
      </Form>
    </Dialog>
  )
}
