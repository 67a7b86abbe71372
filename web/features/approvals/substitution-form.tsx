import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createSubstitution, getSubstitutionOptions } from '#contract/approvals/substitutions.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { DateControl } from '#web/ui/list/date-control.tsx'
import { Section } from '#web/ui/section.tsx'

type SubstitutionChoices = ResponseBody<typeof getSubstitutionOptions>
type SubstitutionFormValues = { absentId: string; substituteId: string; fromOn: string; toOn: string; reason: string }

const dateProblems = ['required', 'missing', 'date', 'past', 'beforeStart', 'too_big'] as const
const toPersonOptions = (people: SubstitutionChoices['absent']) =>
  people.map(({ id, name, cvl }) => ({ value: id, label: `${name} · ${cvl}` }))

type Props = {
  choices: SubstitutionChoices
  onCreated: (names: { absent: string; substitute: string }, waits: boolean) => void
}

const SubstitutionFields = ({ choices, onCreated }: Props) => {
  const { t } = useTranslation('approvals')
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { absent, substitutes, ownId } = choices
  const defaults = { absentId: absent.some(({ id }) => id === ownId) ? (ownId ?? '') : '' }
  const empty: SubstitutionFormValues = { ...defaults, substituteId: '', fromOn: today, toOn: '', reason: '' }
  const nameOf = (substituteId: string): string => substitutes.find(({ id }) => id === substituteId)?.name ?? ''
  const sending = useSubmitForm<SubstitutionFormValues>({
    defaults: empty,
    submit: async (values) => {
      const { state } = await callEndpoint(createSubstitution, { body: { ...values, reason: values.reason.trim() } })
      const names = { absent: nameOf(values.absentId), substitute: nameOf(values.substituteId) }
      onCreated(names, state === 'pending')
      form.reset(empty)
    },
  })
  const { form } = sending
  const { errors } = form.formState
  const wrong = (field: keyof SubstitutionFormValues): string | undefined => {
    const problem = dateProblems.find((one) => one === errors[field]?.message)
    return errors[field] && t(`substitutions.wrong.${problem ?? 'required'}`)
  }
  /** A field that isn't typed into: chosen, or a date. */
  const chosen = (field: Exclude<keyof SubstitutionFormValues, 'reason'>, problem: 'required' | 'date') => {
    form.register(field, { validate: (value) => value !== '' || problem })
    return {
      label: t(`substitutions.${field === 'absentId' ? 'absent' : field === 'substituteId' ? 'substitute' : field}`),
      error: wrong(field),
      value: form.watch(field),
      onChange: (value: string) =>
        form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
    }
  }
  const people = {
    placeholder: t('substitutions.choose'),
    nothingFoundMessage: t('substitutions.nobody'),
  }
  const other = ({ id }: SubstitutionChoices['absent'][number]): boolean =>
    id !== form.watch('absentId') && id !== ownId
  return (
    <Form
      formState={sending}
      label={t('substitutions.new')}
      actions={<SubmitButton busy={sending.busy}>{t('substitutions.create')}</SubmitButton>}
    >
      <SearchSelect {...people} {...chosen('absentId', 'required')} data={toPersonOptions(absent)} />
      <SearchSelect
        {...people}
        {...chosen('substituteId', 'required')}
        data={toPersonOptions(substitutes.filter(other))}
      />
      <FieldRow>
        <DateControl {...chosen('fromOn', 'date')} />
        <DateControl {...chosen('toOn', 'date')} />
      </FieldRow>
      <TextInput
        label={t('substitutions.reason')}
        error={wrong('reason')}
        maxLength={500}
        autoComplete="off"
        {...form.register('reason', { validate: (typed) => typed.trim().length >= 3 || 'missing' })}
      />
    </Form>
  )
}

/** Names who decides for somebody who is away. */
export const SubstitutionForm = ({ onCreated }: Pick<Props, 'onCreated'>) => {
  const { t } = useTranslation('approvals')
  const { data, error, refetch } = useQuery(buildQueryOptions(getSubstitutionOptions, {}))
  return (
    <Section title={t('substitutions.new')} description={t('substitutions.newLead')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <SubstitutionFields choices={data} onCreated={onCreated} />}
    </Section>
  )
}
