import { Button, NumberInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { getRetentionPeriods, type RetentionPeriod, setRetentionPeriod } from '#contract/client-erasures.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'

type RetentionFormValues = { validFrom: string; years: number | string; source: string }
const maxYears = 50

const RetentionForm = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['client-erasures', 'list'])
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const day = (typed: string) => (typed.trim() ? dayOf(typed) : today)
  const sending = useSubmitForm<RetentionFormValues>({
    defaults: { validFrom: '', years: '', source: '' },
    submit: async ({ validFrom, years, source }) => {
      await callEndpoint(setRetentionPeriod, {
        body: { validFrom: day(validFrom)!, years: Number(years), source: source.trim() },
      })
      onClose()
    },
  })
  const { register, control, formState } = sending.form
  const { errors } = formState
  return (
    <Dialog title={t('retention.change')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('retention.change')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('retention.save')} onCancel={onClose} />}
      >
        <Controller
          control={control}
          name="years"
          rules={{ validate: (years) => (Number(years) >= 1 && Number(years) <= maxYears) || 'required' }}
          render={({ field }) => (
            <NumberInput
              {...field}
              data-autofocus
              label={t('retention.yearsLabel')}
              min={1}
              max={maxYears}
              allowDecimal={false}
              error={fieldText(errors.years)}
            />
          )}
        />
        <DateField
          label={t('retention.validFrom')}
          isOptional
          placeholder={t('list:date.today')}
          error={fieldText(errors.validFrom)}
          {...register('validFrom', { validate: (typed) => day(typed) !== undefined || 'date' })}
        />
        <TextInput
          label={t('retention.source')}
          maxLength={500}
          error={fieldText(errors.source)}
          {...register('source', { validate: (text) => text.trim().length >= 3 || 'required' })}
        />
      </Form>
    </Dialog>
  )
}

/** For how many years the data of clients is kept after the end of the relationship, from which day on and by which rule. */
export const RetentionTab = () => {
  const { t } = useTranslation(['client-erasures', 'list'])
  const format = useFormatters()
  const mayEdit = usePermission('bt_Ajustes', 'edit')
  const [isChanging, setChanging] = useState(false)
  const { data, error, refetch } = useQuery(buildQueryOptions(getRetentionPeriods, {}))
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  const columns: readonly RowColumn<RetentionPeriod & { id: string }, never>[] = [
    { key: 'validFrom', label: t('retention.validFrom'), phone: 1, cell: format.date },
    { key: 'years', label: t('retention.period'), phone: 3, cell: (years) => t('retention.years', { count: years }) },
    { key: 'source', label: t('retention.source'), phone: 2 },
    { key: 'setBy', label: t('retention.setBy'), cell: (name) => name ?? '–' },
  ]
  return (
    <Section id="retention" title={t('retention.settingsTitle')} description={t('retention.settingsLead')}>
      <DataTable
        label={t('retention.settingsTitle')}
        columns={columns}
        rows={data.periods.map((period) => ({ ...period, id: period.validFrom }))}
        dense
      />
      {mayEdit && (
        <div>
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('retention.change')}
          </Button>
        </div>
      )}
      {isChanging && <RetentionForm onClose={() => setChanging(false)} />}
    </Section>
  )
}
