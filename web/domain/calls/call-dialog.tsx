import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'
import { type CallOutcome, type CallReason, callOutcomes, callReasons } from '#contract/calls/words.ts'
import { type CallRow, changeCall, logCall } from '#contract/calls.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type AgendaPerson, toPersonIds } from '#web/domain/agenda/agenda-person.ts'
import { PersonField } from '#web/domain/agenda/person-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { parseTimeOfDay } from './parse-time.ts'

/** What can be begun with the person once the call is noted. */
type NextStep = 'followUp' | 'meeting'

type CallFormValues = {
  nextStep: NextStep | ''
  person: string
  calledOn: string
  calledTime: string
  reason: CallReason
  outcome: CallOutcome
  feedback: string
  observations: string
  durationMinutes: string
  attempts: string
}

const isWholeNumber = (typed: string, low: number, high: number): boolean =>
  /^\d{1,4}$/.test(typed.trim()) && Number(typed) >= low && Number(typed) <= high

const CallFields = ({ form, isFirst }: { form: UseFormReturn<CallFormValues>; isFirst: boolean }) => {
  const { t } = useTranslation('calls')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const dayOf = useParseTypedDate()
  const {
    register,
    formState: { errors },
  } = form
  return (
    <>
      <NativeSelect
        {...(isFirst && { 'data-autofocus': true })}
        label={t('fields.outcome')}
        data={callOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        {...register('outcome')}
      />
      <NativeSelect
        label={t('fields.reason')}
        data={callReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        {...register('reason')}
      />
      <Textarea
        label={optional(t('fields.feedback'))}
        rows={2}
        maxLength={1000}
        error={fieldText(errors.feedback)}
        {...register('feedback')}
      />
      <FieldRow>
        <DateField
          label={t('fields.calledOn')}
          error={fieldText(errors.calledOn)}
          {...register('calledOn', { required: 'required', validate: (typed) => dayOf(typed) !== undefined || 'date' })}
        />
        <TextInput
          label={optional(t('fields.calledTime'))}
          autoComplete="off"
          maxLength={5}
          error={errors.calledTime && t('log.badTime')}
          {...register('calledTime', {
            validate: (typed) => typed.trim() === '' || parseTimeOfDay(typed) !== undefined,
          })}
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          label={t('fields.durationMinutes')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          error={errors.durationMinutes && t('log.badMinutes')}
          {...register('durationMinutes', { required: 'required', validate: (typed) => isWholeNumber(typed, 0, 1440) })}
        />
        <TextInput
          label={t('fields.attempts')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          error={errors.attempts && t('log.badAttempts')}
          {...register('attempts', { required: 'required', validate: (typed) => isWholeNumber(typed, 1, 99) })}
        />
      </FieldRow>
      <Textarea
        label={optional(t('fields.observations'))}
        rows={2}
        maxLength={4000}
        error={fieldText(errors.observations)}
        {...register('observations')}
      />
    </>
  )
}

type Props = {
  /** Null: chosen here. */
  person: AgendaPerson | null
  /** The call that is changed; none for a new one. */
  call?: CallRow
  onDone: (text: string) => void
  onClose: () => void
  /** Opens what comes next with the same person; where it isn't given, nothing is offered. */
  onNext?: (step: NextStep) => void
}

/** Notes a call, or changes what was noted. Today and one attempt unless it says otherwise. Mounted while it asks. */
export default function CallDialog({ person, call, onDone, onClose, onNext }: Props) {
  const { t } = useTranslation('calls')
  const format = useFormatters()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const sending = useSubmitForm<CallFormValues>({
    defaults: {
      nextStep: '',
      person: person?.key ?? '',
      calledOn: format.date(call?.calledOn ?? today),
      calledTime: call?.calledTime ?? '',
      reason: call?.reason ?? 'follow_up',
      outcome: call?.outcome ?? 'reached',
      feedback: call?.feedback ?? '',
      observations: call?.observations ?? '',
      durationMinutes: String(call?.durationMinutes ?? 0),
      attempts: String(call?.attempts ?? 1),
    },
    version: call?.version,
    submit: async (values, version) => {
      const fields = {
        calledOn: dayOf(values.calledOn) ?? today,
        calledTime: parseTimeOfDay(values.calledTime) ?? null,
        reason: values.reason,
        outcome: values.outcome,
        feedback: values.feedback.trim(),
        observations: values.observations.trim(),
        durationMinutes: Number(values.durationMinutes),
        attempts: Number(values.attempts),
      }
      if (call)
        await callEndpoint(
          changeCall,
          { params: { callId: call.id }, body: { version, ...fields } },
          { refreshOnRefusal: true },
        )
      else await callEndpoint(logCall, { body: { ...toPersonIds(values.person), ...fields } })
      onDone(call ? t('edit.done') : t('log.done', { outcome: t(`outcomes.${values.outcome}`) }))
      onClose()
      if (values.nextStep) onNext?.(values.nextStep)
    },
  })
  const title = call
    ? t('edit.title', { name: call.personName })
    : person
      ? t('log.titleTo', { name: person.name })
      : t('log.title')
  const isPersonMissing = !call && person === null
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={
          <SubmitCancelButtons
            busy={sending.busy}
            submit={call ? t('edit.submit') : t('log.submit')}
            onCancel={onClose}
          />
        }
      >
        {isPersonMissing && (
          <PersonField control={sending.form.control} label={t('fields.person')} hint={t('log.personHint')} />
        )}
        <CallFields form={sending.form} isFirst={!isPersonMissing} />
        {onNext && (
          <NativeSelect
            label={t('log.next')}
            data={[
              { value: '', label: t('log.nextNone') },
              { value: 'followUp', label: t('log.nextFollowUp') },
              { value: 'meeting', label: t('log.nextMeeting') },
            ]}
            {...sending.form.register('nextStep')}
          />
        )}
      </Form>
    </Dialog>
  )
}
