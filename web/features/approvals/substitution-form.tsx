import { Button, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { createSubstitution, substitutionChoices } from '#contract/approvals.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { call } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { DateControl } from '#web/ui/list/date-control.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './approvals.module.css'

type Choices = Answer<typeof substitutionChoices>
type Values = { absentId: string; substituteId: string; fromOn: string; toOn: string; reason: string }

const problems = ['required', 'missing', 'date', 'past', 'beforeStart', 'too_big'] as const
const optionsOf = (people: Choices['absent']) =>
  people.map(({ id, name, cvl }) => ({ value: id, label: `${name} · ${cvl}` }))

type Props = { choices: Choices; onCreated: (names: { absent: string; substitute: string }, waits: boolean) => void }

const Fields = ({ choices, onCreated }: Props) => {
  const { t } = useTranslation('approvals')
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { absent, substitutes, ownId } = choices
  const defaults = { absentId: absent.some(({ id }) => id === ownId) ? (ownId ?? '') : '' }
  const empty: Values = { ...defaults, substituteId: '', fromOn: today, toOn: '', reason: '' }
  const nameOf = (wanted: string): string => substitutes.find(({ id }) => id === wanted)?.name ?? ''
  const sending = useSending<Values>({
    defaults: empty,
    send: async (values) => {
      const { state } = await call(createSubstitution, { body: { ...values, reason: values.reason.trim() } })
      const names = { absent: nameOf(values.absentId), substitute: nameOf(values.substituteId) }
      onCreated(names, state === 'pending')
      form.reset(empty)
    },
  })
  const { form } = sending
  const { errors } = form.formState
  const wrong = (field: keyof Values): string | undefined => {
    const problem = problems.find((one) => one === errors[field]?.message)
    return errors[field] && t(`substitutions.wrong.${problem ?? 'required'}`)
  }
  /** A field that isn't typed into: chosen, or a date. */
  const chosen = (field: Exclude<keyof Values, 'reason'>, problem: 'required' | 'date') => {
    form.register(field, { validate: (value) => value !== '' || problem })
    return {
      label: t(`substitutions.${field === 'absentId' ? 'absent' : field === 'substituteId' ? 'substitute' : field}`),
      error: wrong(field),
      value: form.watch(field),
      onChange: (value: string | null) =>
        form.setValue(field, value ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
    }
  }
  const people = {
    placeholder: t('substitutions.choose'),
    searchable: true,
    limit: 60,
    nothingFoundMessage: t('substitutions.nobody'),
  }
  const other = ({ id }: Choices['absent'][number]): boolean => id !== form.watch('absentId') && id !== ownId
  return (
    <Form
      sending={sending}
      label={t('substitutions.new')}
      actions={
        <Button type="submit" disabled={sending.busy} aria-busy={sending.busy}>
          {t('substitutions.create')}
        </Button>
      }
    >
      <div className={classes.fields}>
        <Select {...people} {...chosen('absentId', 'required')} data={optionsOf(absent)} />
        <Select {...people} {...chosen('substituteId', 'required')} data={optionsOf(substitutes.filter(other))} />
      </div>
      <div className={classes.fields}>
        <DateControl {...chosen('fromOn', 'date')} />
        <DateControl {...chosen('toOn', 'date')} />
      </div>
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
  const { data, error, refetch } = useQuery(read(substitutionChoices, {}))
  return (
    <Section title={t('substitutions.new')} lead={t('substitutions.newLead')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Fields choices={data} onCreated={onCreated} />}
    </Section>
  )
}
