import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { manualEntryKinds, proposeJournalEntry } from '#contract/accounting/entries.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { type SubmitFormState, useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import { accountingPaths } from './accounting-tabs.tsx'
import { JournalEntryLines } from './journal-entry-lines.tsx'
import { emptyJournalLine, type JournalEntryValues, toJournalLines } from './journal-entry-values.ts'
import { ProposalOutcomeMessage } from './proposal-outcome.tsx'

const emptyEntryValues: JournalEntryValues = {
  kind: 'adjustment',
  bookingDate: '',
  valueDate: '',
  description: '',
  reason: '',
  lines: [emptyJournalLine, emptyJournalLine],
}

/** What the entry is: its kind, its two dates, its words. Left empty, a date is today. */
const JournalEntryFields = ({ form }: { form: SubmitFormState<JournalEntryValues>['form'] }) => {
  const { t } = useTranslation(['entries', 'list'])
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { register, watch, formState } = form
  const { errors } = formState
  const isDay = (typed: string): true | string => {
    const day = typed.trim() ? dayOf(typed) : today
    return day === undefined ? 'date' : day <= today || 'future'
  }
  return (
    <div className={layoutClasses.closeStack}>
      <NativeSelect
        data-autofocus
        label={t('kind')}
        description={t(`kindHints.${watch('kind')}`)}
        data={manualEntryKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        error={fieldText(errors.kind)}
        {...register('kind')}
      />
      <DateField
        label={t('bookingDate')}
        isOptional
        description={t('bookingHint')}
        placeholder={t('list:date.today')}
        error={fieldText(errors.bookingDate)}
        {...register('bookingDate', { validate: isDay })}
      />
      <DateField
        label={t('valueDate')}
        isOptional
        description={t('valueHint')}
        placeholder={t('list:date.today')}
        error={fieldText(errors.valueDate)}
        {...register('valueDate', { validate: isDay })}
      />
      <TextInput
        label={t('description')}
        description={t('descriptionHint')}
        autoComplete="off"
        maxLength={140}
        error={fieldText(errors.description)}
        {...register('description', reasonRules)}
      />
    </div>
  )
}

/** Asks for an entry. However often it is sent, it is asked for once; afterwards another one can be made. */
const JournalEntryForm = ({ onDone }: { onDone: (proposed: ProposalResult) => void }) => {
  const { t } = useTranslation('entries')
  const fieldText = useFieldErrorText()
  const navigate = useNavigate()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const withIdempotencyKey = useIdempotencyKey()
  const day = (typed: string): string => (typed.trim() ? dayOf(typed)! : today)
  const sending = useSubmitForm<JournalEntryValues>({
    defaults: emptyEntryValues,
    submit: async ({ kind, lines, description, reason, ...days }) => {
      const bookingDate = day(days.bookingDate)
      const valueDate = day(days.valueDate)
      const body = { kind, bookingDate, valueDate, description, reason, lines: toJournalLines(lines) }
      const proposed = await callEndpoint(proposeJournalEntry, { body }, withIdempotencyKey())
      onDone(proposed)
    },
  })
  const { form, busy } = sending
  return (
    <Form
      formState={sending}
      label={t('title')}
      isWide
      draft="entries/new"
      actions={
        <SubmitCancelButtons
          busy={busy}
          submit={t('submit')}
          onCancel={() => void navigate(accountingPaths.journals)}
        />
      }
    >
      <Section title={t('head')}>
        <JournalEntryFields form={form} />
      </Section>
      <Section title={t('lines')}>
        <JournalEntryLines form={form} />
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
export default function NewJournalEntryScreen() {
  const { t } = useTranslation('entries')
  const [proposed, setProposed] = useState<ProposalResult | null>(null)
  return (
    <Page>
      <PageHead title={t('title')} context={<Link to={accountingPaths.journals}>{t('journals')}</Link>} />
      <p className={textClasses.lead}>{t('lead')}</p>
      <ProposalOutcomeMessage of={proposed} />
      <JournalEntryForm key={proposed?.approvalId ?? ''} onDone={setProposed} />
    </Page>
  )
}
