import { NativeSelect } from '@mantine/core'
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { seriesScopes } from '#contract/meetings/words.ts'
import type { MeetingDetail } from '#contract/meetings.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import type { MeetingFormValues } from './meeting-form-values.ts'
import { readRule, repetitions } from './repetition.ts'

type ScopeProps = {
  field: UseFormRegisterReturn
  /** How it repeats changes: that is never a matter of one meeting. */
  isOfRule?: boolean
  /** The focus begins here. */
  isFirst?: boolean
}

/** Asks what of a meeting that repeats is meant. */
export const ScopeField = ({ field, isOfRule = false, isFirst = false }: ScopeProps) => {
  const { t } = useTranslation('meetings')
  return (
    <NativeSelect
      // With fewer choices it is another field: the browser would go on with whichever stands in the place of the chosen one.
      key={String(isOfRule)}
      data-autofocus={isFirst || undefined}
      label={t('series.scope')}
      data={seriesScopes
        .filter((value) => !(isOfRule && value === 'this'))
        .map((value) => ({ value, label: t(`series.scopes.${value}`) }))}
      {...field}
    />
  )
}

type RepetitionProps = { form: UseFormReturn<MeetingFormValues>; meeting: MeetingDetail | undefined }

/** How a meeting repeats, and until when. A series goes on as before, or otherwise from some meeting on. */
export const RepetitionFields = ({ form, meeting }: RepetitionProps) => {
  const { t } = useTranslation('meetings')
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const {
    register,
    watch,
    getValues,
    setValue,
    formState: { errors },
  } = form
  const rule = meeting?.rule ?? null
  const isKnown = rule !== null && readRule(rule) !== null
  const onChange = (): void => {
    if (rule !== null && getValues('scope') === 'this') setValue('scope', 'following')
  }
  return (
    <FieldRow>
      <NativeSelect
        label={t('series.repeats')}
        description={rule === null ? undefined : t('series.stop')}
        data={[
          ...(isKnown ? [] : [{ value: '', label: t(rule === null ? 'series.never' : 'series.asBefore') }]),
          ...repetitions.map((value) => ({ value, label: t(`series.repetitions.${value}`) })),
        ]}
        {...register('repetition', { onChange })}
      />
      {watch('repetition') !== '' && (
        <DateField
          label={t('series.until')}
          error={fieldText(errors.rule)}
          {...register('rule', {
            required: 'required',
            validate: (typed) => dayOf(typed) !== undefined || 'date',
            onChange,
          })}
        />
      )}
    </FieldRow>
  )
}
