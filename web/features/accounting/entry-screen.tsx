import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { addEntry, entryKinds } from '#contract/accounting/entries.ts'
import type { Proposed } from '#contract/approvals.ts'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useWish } from '#web/core/wish-key.ts'
import { DateField, under, useTypedDay } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { type SendingForm, useSending } from '#web/ui/form/use-sending.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './accounting.module.css'
import { placeOf } from './accounting-tabs.tsx'
import entry from './entry.module.css'
import { EntryLines } from './entry-lines.tsx'
import { type EntryValues, emptyLine, linesOf } from './entry-values.ts'
import { WhatBecame } from './what-became.tsx'

const empty: EntryValues = {
  ...{ kind: 'adjustment', bookingDate: '', valueDate: '', description: '', reason: '' },
  lines: [emptyLine, emptyLine],
}

/** What the entry is: its kind, its two dates, its words. Left empty, a date is today. */
const Head = ({ form }: { form: SendingForm<EntryValues>['form'] }) => {
  const { t } = useTranslation(['entries', 'list'])
  const fieldText = useFieldText()
  const dayOf = useTypedDay()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { register, watch, formState } = form
  const { errors } = formState
  const isDay = (typed: string): true | string => {
    const day = typed.trim() ? dayOf(typed) : today
    return day === undefined ? 'date' : day <= today || 'future'
  }
  return (
    <div className={entry.head}>
      <NativeSelect
        data-autofocus
        label={t('kind')}
        description={t(`kindHints.${watch('kind')}`)}
        inputWrapperOrder={under}
        data={entryKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        error={fieldText(errors.kind)}
        {...register('kind')}
      />
      <DateField
        label={t('bookingDate')}
        description={t('bookingHint')}
        placeholder={t('list:date.today')}
        error={fieldText(errors.bookingDate)}
        {...register('bookingDate', { validate: isDay })}
      />
      <DateField
        label={t('valueDate')}
        description={t('valueHint')}
        placeholder={t('list:date.today')}
        error={fieldText(errors.valueDate)}
        {...register('valueDate', { validate: isDay })}
      />
      <TextInput
        className={entry.wide!}
        label={t('description')}
        description={t('descriptionHint')}
        inputWrapperOrder={under}
        autoComplete="off"
        maxLength={140}
        error={fieldText(errors.description)}
        {...register('description', reasonRules)}
      />
    </div>
  )
}

/** Asks for an entry. However often it is sent, it is asked for once; afterwards another one can be made. */
const EntryForm = ({ onDone }: { onDone: (proposed: Proposed) => void }) => {
  const { t } = useTranslation('entries')
  const fieldText = useFieldText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const dayOf = useTypedDay()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const wish = useWish()
  const day = (typed: string): string => (typed.trim() ? dayOf(typed)! : today)
  const sending = useSending<EntryValues>({
    defaults: empty,
    send: async ({ kind, lines, description, reason, ...days }) => {
      const [bookingDate, valueDate] = [day(days.bookingDate), day(days.valueDate)]
      const body = { kind, bookingDate, valueDate, description, reason, lines: linesOf(lines) }
      const proposed = await call(addEntry, { body }, wish())
      await client.invalidateQueries()
      onDone(proposed)
    },
  })
  const { form, busy } = sending
  return (
    <Form
      sending={sending}
      label={t('title')}
      draft="entries/new"
      actions={<SubmitOrCancel busy={busy} submit={t('submit')} onCancel={() => void navigate(placeOf.journals)} />}
    >
      <Section title={t('head')}>
        <Head form={form} />
      </Section>
      <Section title={t('lines')}>
        <EntryLines form={form} />
      </Section>
      <Section title={t('reason')}>
        <ReasonField
          aria-label={t('reason')}
          description={t('reasonHint')}
          error={fieldText(form.formState.errors.reason)}
          {...form.register('reason', reasonRules)}
        />
      </Section>
    </Form>
  )
}

/** A journal by hand: its lines in debit and credit, proposed to a second person. */
export default function EntryScreen() {
  const { t } = useTranslation('entries')
  const [proposed, setProposed] = useState<Proposed | null>(null)
  return (
    <Page>
      <PageHead title={t('title')} context={<Link to={placeOf.journals}>{t('journals')}</Link>} />
      <p className={classes.lead}>{t('lead')}</p>
      <WhatBecame of={proposed} />
      <EntryForm key={proposed?.approvalId ?? ''} onDone={setProposed} />
    </Page>
  )
}
