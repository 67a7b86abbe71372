import { Checkbox } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'
import { type ReportOptions, type ReportSection, reportSections } from '#contract/client-reports.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { addDays } from '#web/ui/list/parse-date.ts'
import classes from './client-reports.module.css'

export type ReportFormValues = { on: string; from: string; to: string; sections: ReportSection[] }

const usualSections: readonly ReportSection[] = ['data', 'accounts', 'holders', 'growth', 'movements']

/** Today's report with the movements of the last three months. */
export const useReportDefaults = (): ReportFormValues => {
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const from = addDays(today, -90) ?? today
  return { on: format.date(today), from: format.date(from), to: format.date(today), sections: [...usualSections] }
}

/** What was typed, as the server takes it. */
export const useReportOptions = (): ((values: ReportFormValues) => ReportOptions) => {
  const dayOf = useParseTypedDate()
  return ({ on, from, to, sections }) => ({
    on: dayOf(on) ?? '',
    from: dayOf(from) ?? '',
    to: dayOf(to) ?? '',
    sections: reportSections.filter((section) => sections.includes(section)),
  })
}

/** Of which day a report is, which movements it shows, and its parts. */
export const ReportFields = ({ form }: { form: UseFormReturn<ReportFormValues> }) => {
  const { t } = useTranslation('client-reports')
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { register, watch, setValue, formState } = form
  const { errors } = formState
  const isDay = (typed: string): true | string => {
    const day = dayOf(typed)
    return day === undefined ? 'date' : day <= today || 'future'
  }
  const isLastDay = (typed: string, { on, from }: ReportFormValues): true | string => {
    const day = isDay(typed)
    if (day !== true) return day
    const last = dayOf(typed) ?? ''
    return (last <= (dayOf(on) ?? today) && last >= (dayOf(from) ?? '')) || 'order'
  }
  register('sections', { validate: (sections) => sections.length > 0 || 'required' })
  return (
    <>
      <DateField
        data-autofocus
        label={t('on')}
        error={fieldText(errors.on)}
        {...register('on', { required: 'required', validate: isDay })}
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
          {...register('to', { required: 'required', validate: isLastDay })}
        />
      </FieldRow>
      <Checkbox.Group
        label={t('parts')}
        error={errors.sections && t('noPart')}
        value={watch('sections')}
        onChange={(sections) =>
          setValue('sections', sections as ReportSection[], { shouldDirty: true, shouldValidate: true })
        }
      >
        <div className={classes.sections}>
          {reportSections.map((section) => (
            <Checkbox key={section} value={section} label={t(`sections.${section}`)} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
