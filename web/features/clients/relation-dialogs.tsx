import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { type RelationKind, relationKinds } from '#contract/client-relations/kinds.ts'
import { addClientRelation, type ClientRelation, endClientRelation } from '#contract/client-relations.ts'
import { searchClients } from '#contract/clients.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type DialogProps = { clientId: string; onDone: (text: string) => void; onClose: () => void }
type RelationFormValues = { otherId: string; kind: RelationKind; since: string }

/** A typed day that is not to come. */
const useDayRule = () => {
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const validate = (typed: string): true | string => {
    if (!typed.trim()) return true
    const day = dayOf(typed)
    if (day === undefined) return 'date'
    return day <= today || 'future'
  }
  return { dayOf, validate }
}

/** Asks who, what they are to the client, and since when. */
const AddRelationDialog = ({ clientId, onDone, onClose }: DialogProps) => {
  const { t } = useTranslation(['client-relations', 'form', 'common'])
  const fieldText = useFieldErrorText()
  const { dayOf, validate } = useDayRule()
  const [typed, setTyped] = useState('')
  const { found, isLongEnough, answered } = useServerSearch(typed, (q) =>
    buildQueryOptions(searchClients, { query: { q } }),
  )
  const sending = useSubmitForm<RelationFormValues>({
    defaults: { otherId: '', kind: 'spouse', since: '' },
    submit: async ({ otherId, kind, since }) => {
      const body = { otherId, kind, since: dayOf(since) ?? null }
      await callEndpoint(addClientRelation, { params: { clientId }, body })
      onDone(t('added'))
      onClose()
    },
  })
  const { control, register, formState } = sending.form
  const clients = (found?.clients ?? []).filter(({ id }) => id !== clientId)
  return (
    <Dialog title={t('addTitle')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('addTitle')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('save')} onCancel={onClose} />}
      >
        <Controller
          control={control}
          name="otherId"
          rules={{ required: 'required' }}
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <SearchSelect
              ref={ref}
              data-autofocus
              label={t('other')}
              placeholder={t('otherPlaceholder')}
              onSearch={setTyped}
              answered={answered}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              error={fieldText(formState.errors.otherId)}
              data={clients.map(({ id, fullName, cvl }) => ({ value: id, label: `${fullName} · ${cvl}` }))}
              nothingFoundMessage={isLongEnough ? t('common:noData') : undefined}
            />
          )}
        />
        <NativeSelect
          label={t('kind')}
          data={relationKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          error={fieldText(formState.errors.kind)}
          {...register('kind')}
        />
        <DateField
          label={t('since')}
          isOptional
          isNearToday={false}
          error={fieldText(formState.errors.since)}
          {...register('since', { validate })}
        />
      </Form>
    </Dialog>
  )
}

/** Asks for the last day of a relation. */
const EndRelationDialog = ({ clientId, relation, onDone, onClose }: DialogProps & { relation: ClientRelation }) => {
  const { t } = useTranslation(['client-relations', 'form'])
  const fieldText = useFieldErrorText()
  const { dayOf, validate } = useDayRule()
  const title = t('endTitle', { name: relation.other.name })
  const sending = useSubmitForm<{ until: string }>({
    defaults: { until: '' },
    submit: async ({ until }) => {
      const params = { clientId, relationId: relation.id }
      await callEndpoint(endClientRelation, { params, body: { until: dayOf(until)! } }, { refreshOnRefusal: true })
      onDone(t('ended'))
      onClose()
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('end')} onCancel={onClose} />}
      >
        <DateField
          data-autofocus
          label={t('until')}
          error={fieldText(formState.errors.until)}
          {...register('until', { required: 'required', validate })}
        />
      </Form>
    </Dialog>
  )
}

/** Asks for a new relation, or for the end of one. Comes with the first of them. */
export default function RelationDialogs({ ends, ...props }: DialogProps & { ends: ClientRelation | null }) {
  return ends === null ? <AddRelationDialog {...props} /> : <EndRelationDialog relation={ends} {...props} />
}
