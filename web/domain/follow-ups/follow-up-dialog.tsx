import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getContactOptions } from '#contract/contacts.ts'
import { type FollowUpPriority, followUpPriorities } from '#contract/follow-ups/words.ts'
import { changeFollowUp, createFollowUp, type FollowUpRow } from '#contract/follow-ups.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type AgendaPerson, toPersonIds } from '#web/domain/agenda/agenda-person.ts'
import { PersonField } from '#web/domain/agenda/person-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { parseMoney } from '#web/ui/form/typed-money.ts'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type FollowUpFormValues = {
  person: string
  subject: string
  note: string
  dueOn: string
  priority: FollowUpPriority
  amount: string
  ownerId: string
}

type Props = {
  /** Null: chosen here. */
  person: AgendaPerson | null
  /** The one that is changed; none for a new one. */
  followUp?: FollowUpRow
  onDone: (text: string) => void
  onClose: () => void
}

/** Notes what is to be done about somebody, or changes it. Mounted while it asks. */
export default function FollowUpDialog({ person, followUp, onDone, onClose }: Props) {
  const { t } = useTranslation('follow-ups')
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { data: options } = useQuery({ ...buildQueryOptions(getContactOptions, {}), staleTime: 60_000 })
  const sending = useSubmitForm<FollowUpFormValues>({
    defaults: {
      person: person?.key ?? '',
      subject: followUp?.subject ?? '',
      note: followUp?.note ?? '',
      dueOn: followUp ? format.date(followUp.dueOn) : '',
      priority: followUp?.priority ?? 'normal',
      amount: followUp?.amount ? format.money(followUp.amount, { withoutCurrency: true, euros: true }) : '',
      ownerId: followUp?.ownerId ?? '',
    },
    version: followUp?.version,
    submit: async (values, version) => {
      const fields = {
        subject: values.subject.trim(),
        note: values.note.trim(),
        dueOn: dayOf(values.dueOn) ?? today,
        priority: values.priority,
        amount: parseMoney(values.amount) ?? null,
      }
      if (followUp)
        await callEndpoint(
          changeFollowUp,
          {
            params: { followUpId: followUp.id },
            body: { version, ...fields, ownerId: values.ownerId || followUp.ownerId },
          },
          { refreshOnRefusal: true },
        )
      else
        await callEndpoint(createFollowUp, {
          body: { ...toPersonIds(values.person), ...fields, ownerId: values.ownerId || null },
        })
      onDone(followUp ? t('edit.done') : t('add.done', { date: format.date(fields.dueOn) }))
      onClose()
    },
  })
  const {
    register,
    control,
    formState: { errors },
  } = sending.form
  const name = followUp?.personName ?? person?.name
  const title = followUp
    ? t('edit.title', { name: followUp.personName })
    : name
      ? t('add.titleTo', { name })
      : t('add.title')
  const isPersonMissing = !followUp && person === null
  const mine = options?.me ?? ''
  const owners = (options?.owners ?? []).filter(({ id }) => followUp || id !== mine)
  const own = options?.owners.find(({ id }) => id === mine)
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('add.submit')} onCancel={onClose} />}
      >
        {isPersonMissing && <PersonField control={control} label={t('fields.person')} hint={t('add.personHint')} />}
        <TextInput
          {...(!isPersonMissing && { 'data-autofocus': true })}
          label={t('fields.subject')}
          autoComplete="off"
          maxLength={200}
          error={fieldText(errors.subject)}
          {...register('subject', { validate: (typed) => typed.trim() !== '' || 'required' })}
        />
        <FieldRow>
          <DateField
            label={t('fields.dueOn')}
            error={fieldText(errors.dueOn)}
            {...register('dueOn', { required: 'required', validate: (typed) => dayOf(typed) !== undefined || 'date' })}
          />
          <NativeSelect
            label={t('fields.priority')}
            data={followUpPriorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
            {...register('priority')}
          />
        </FieldRow>
        <MoneyField
          label={t('fields.amount')}
          isOptional
          error={fieldText(errors.amount)}
          {...register('amount', {
            validate: (typed) => typed.trim() === '' || parseMoney(typed) !== undefined || 'amount',
          })}
        />
        <NativeSelect
          label={t('fields.owner')}
          data={[
            ...(followUp ? [] : [{ value: '', label: own?.name ?? '–' }]),
            ...owners.map(({ id, name: ownerName }) => ({ value: id, label: ownerName })),
          ]}
          error={fieldText(errors.ownerId)}
          {...register('ownerId')}
        />
        <Textarea
          label={optional(t('fields.note'))}
          rows={3}
          maxLength={4000}
          error={fieldText(errors.note)}
          {...register('note')}
        />
      </Form>
    </Dialog>
  )
}
