import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { getContactOptions } from '#contract/contacts.ts'
import { meetingStages } from '#contract/meetings/words.ts'
import { changeMeeting, createMeeting, type MeetingDetail } from '#contract/meetings.ts'
import { shiftDay } from '#rules/calendar.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type AgendaPerson, toPersonIds } from '#web/domain/agenda/agenda-person.ts'
import { PersonField } from '#web/domain/agenda/person-field.tsx'
import { parseTimeOfDay } from '#web/domain/calls/parse-time.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { AttendeesField } from './attendees-field.tsx'
import { buildDefaults, findNewRule, type MeetingFormValues, type MeetingStart } from './meeting-form-values.ts'
import { addMinutes, countDaysBetween, countMinutesBetween, formatLocalTime } from './meeting-times.ts'
import { RepetitionFields, ScopeField } from './series-fields.tsx'
import { SlotFinder } from './slot-finder.tsx'

type Props = {
  /** Null: chosen here, or nobody. */
  person: AgendaPerson | null
  /** The one that is changed; none for a new one. */
  meeting?: MeetingDetail
  start?: MeetingStart
  onDone: (text: string) => void
  onClose: () => void
}

const TimeFields = ({ form }: { form: UseFormReturn<MeetingFormValues> }) => {
  const { t } = useTranslation('meetings')
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const {
    register,
    getValues,
    setValue,
    formState: { errors },
  } = form
  const isTime = (typed: string): boolean => parseTimeOfDay(typed) !== undefined
  /** A meeting that begins later ends as much later. */
  const moveEnd = (before: string, typed: string): void => {
    const [was, start, end] = [before, typed, getValues('endsAt')].map((time) => parseTimeOfDay(time))
    if (was && start && end) setValue('endsAt', addMinutes(start, countMinutesBetween(was, end)))
  }
  const startField = register('startsAt', { required: 'required', validate: isTime })
  return (
    <>
      <DateField
        label={t('fields.day')}
        error={fieldText(errors.day)}
        {...register('day', { required: 'required', validate: (typed) => dayOf(typed) !== undefined || 'date' })}
      />
      <FieldRow>
        <TextInput
          label={t('fields.startTime')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          error={errors.startsAt?.type === 'validate' ? t('add.badTime') : fieldText(errors.startsAt)}
          {...startField}
          onChange={(event) => {
            moveEnd(getValues('startsAt'), event.currentTarget.value)
            return startField.onChange(event)
          }}
        />
        <TextInput
          label={t('fields.endTime')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          error={errors.endsAt?.type === 'validate' ? t('add.badTime') : fieldText(errors.endsAt)}
          {...register('endsAt', { required: 'required', validate: isTime })}
        />
      </FieldRow>
    </>
  )
}

type SlotsProps = { form: UseFormReturn<MeetingFormValues>; meeting: MeetingDetail | undefined; mine: string }

/** Times that suit the organiser and the colleagues who are chosen, as long as the meeting is now. */
const Slots = ({ form: { watch, setValue }, meeting, mine }: SlotsProps) => {
  const format = useFormatters()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const [ownerId, attendees, day, startsAt, endsAt] = watch(['ownerId', 'attendees', 'day', 'startsAt', 'endsAt'])
  const colleagues = attendees.flatMap(({ attendee }) => (attendee.kind === 'employee' ? [attendee.id] : []))
  const start = parseTimeOfDay(startsAt)
  const end = parseTimeOfDay(endsAt)
  const minutes = start && end ? countMinutesBetween(start, end) : 0
  return (
    <SlotFinder
      employees={[ownerId || meeting?.ownerId || mine, ...colleagues].filter(Boolean)}
      from={dayOf(day) ?? today}
      minutes={minutes >= 5 && minutes <= 480 ? minutes : 60}
      meetingId={meeting?.id}
      onPick={(slot) => {
        const change = { shouldDirty: true, shouldValidate: true }
        setValue('day', format.date(slot.startsAt.slice(0, 10)), change)
        setValue('startsAt', slot.startsAt.slice(11), change)
        setValue('endsAt', slot.endsAt.slice(11), change)
      }}
    />
  )
}

const PlaceFields = ({ form }: { form: UseFormReturn<MeetingFormValues> }) => {
  const { t } = useTranslation('meetings')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const {
    register,
    control,
    formState: { errors },
  } = form
  return (
    <>
      <TextInput
        label={optional(t('fields.place'))}
        autoComplete="off"
        maxLength={300}
        error={fieldText(errors.place)}
        {...register('place')}
      />
      <TextInput
        label={optional(t('fields.link'))}
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        error={errors.link && t('add.badLink')}
        {...register('link', { validate: (typed) => typed.trim() === '' || /^https:\/\/\S+\.\S+/.test(typed.trim()) })}
      />
      <Controller
        control={control}
        name="attendees"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <AttendeesField value={value} onChange={onChange} error={error && fieldText(error)} />
        )}
      />
      <Checkbox label={t('fields.invites')} {...register('invites')} />
      <Textarea
        label={optional(t('fields.note'))}
        rows={3}
        maxLength={4000}
        error={fieldText(errors.note)}
        {...register('note')}
      />
    </>
  )
}

/** Plans a meeting, or changes one that is planned. Mounted while it asks. */
export default function MeetingDialog({ person, meeting, start, onDone, onClose }: Props) {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { data: options } = useQuery({ ...buildQueryOptions(getContactOptions, {}), staleTime: 60_000 })
  const nights = meeting ? countDaysBetween(meeting.startsAt, meeting.endsAt) : 0
  const sending = useSubmitForm<MeetingFormValues>({
    defaults: buildDefaults({ person, meeting, start }, format.date, today),
    version: meeting?.version,
    submit: async (values, version) => {
      const day = dayOf(values.day) ?? today
      const rule = findNewRule(values, { day, dayOf, meeting })
      const fields = {
        startsAt: `${day}T${parseTimeOfDay(values.startsAt)}`,
        endsAt: `${shiftDay(day, nights)}T${parseTimeOfDay(values.endsAt)}`,
        subject: values.subject.trim(),
        stage: values.stage || null,
        place: values.place.trim(),
        link: values.link.trim(),
        note: values.note.trim(),
        attendees: values.attendees.map(({ attendee }) => attendee),
        invites: values.invites,
      }
      if (meeting)
        await callEndpoint(
          changeMeeting,
          {
            params: { meetingId: meeting.id },
            body: { version, ...fields, ownerId: values.ownerId || meeting.ownerId, scope: values.scope, rule },
          },
          { refreshOnRefusal: true },
        )
      else
        await callEndpoint(createMeeting, {
          body: {
            ...toPersonIds(values.person),
            ...fields,
            ownerId: values.ownerId || null,
            rule,
          },
        })
      onDone(meeting ? t('edit.done') : t('add.done', { when: formatLocalTime(format, fields.startsAt) }))
      onClose()
    },
  })
  const { form } = sending
  const {
    register,
    control,
    formState: { errors },
  } = form
  const [repetition, until] = form.watch(['repetition', 'rule'])
  const isRuleChanged = findNewRule({ repetition, rule: until }, { day: today, dayOf, meeting }) !== null
  const title = meeting
    ? t('edit.title', { subject: meeting.subject })
    : person
      ? t('add.titleTo', { name: person.name })
      : t('add.title')
  const mine = options?.me ?? ''
  const owners = options?.owners ?? []
  const own = owners.find(({ id }) => id === mine)
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('add.submit')} onCancel={onClose} />}
      >
        {!meeting && person === null && (
          <PersonField control={control} label={t('fields.person')} hint={t('add.personHint')} isOptional />
        )}
        <TextInput
          {...((meeting || person) && { 'data-autofocus': true })}
          label={t('fields.subject')}
          autoComplete="off"
          maxLength={200}
          error={fieldText(errors.subject)}
          {...register('subject', { validate: (typed) => typed.trim() !== '' || 'required' })}
        />
        <TimeFields form={form} />
        <Slots form={form} meeting={meeting} mine={mine} />
        <RepetitionFields form={form} meeting={meeting} />
        {meeting?.seriesId && <ScopeField field={register('scope')} isOfRule={isRuleChanged} />}
        <FieldRow>
          <NativeSelect
            label={t('fields.stage')}
            data={[
              { value: '', label: t('noStage') },
              ...meetingStages.map((value) => ({ value, label: t(`stages.${value}`) })),
            ]}
            error={fieldText(errors.stage)}
            {...register('stage', {
              validate: (stage, { person: about }) =>
                stage === '' || about !== '' || !!meeting?.contactId || !!meeting?.clientId || 'required',
            })}
          />
          <NativeSelect
            label={t('fields.owner')}
            data={[
              ...(meeting ? [] : [{ value: '', label: own?.name ?? '–' }]),
              ...owners
                .filter(({ id }) => meeting || id !== mine)
                .map(({ id, name: ownerName }) => ({ value: id, label: ownerName })),
            ]}
            error={fieldText(errors.ownerId)}
            {...register('ownerId')}
          />
        </FieldRow>
        <PlaceFields form={form} />
      </Form>
    </Dialog>
  )
}
