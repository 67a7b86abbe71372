import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { ProposalResult } from '#contract/approvals.ts'
import { type JournalDetail, reverseAccountingJournal, reverseJournal } from '#contract/journals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { findShownParts, JournalAttribution } from './journal-attribution.tsx'
import classes from './journal-entry.module.css'
import { useLedgerNames } from './ledger-name.ts'

type JournalLocation = { clientId: string; accountId: string; journalId: string }
/** Of whose account it is taken back; null where it moved no client's: of the books. */
type ReversalPlace = JournalLocation | null

/** Each line on its side; the sides come to the same. */
export const JournalPostings = ({ journal }: { journal: JournalDetail }) => {
  const { t } = useTranslation('journals')
  const format = useFormatters()
  const nameOf = useLedgerNames()
  const side = (amount: string | null) => (amount ? format.money(amount, { euros: true }) : '')
  return (
    <ScrollFrame label={t('entry')}>
      <table className={classes.lines} aria-label={t('entry')}>
        <thead>
          <tr>
            <th scope="col">{t('ledger')}</th>
            <th scope="col">{t('account')}</th>
            <th scope="col">{t('debit')}</th>
            <th scope="col">{t('credit')}</th>
          </tr>
        </thead>
        <tbody>
          {journal.lines.map(({ line, ledger, ledgerName, accountNumber, debit, credit }) => (
            <tr key={line}>
              <td>
                {nameOf(ledger, ledgerName)}
                {accountNumber && <span className={classes.accountBelow}>{accountNumber}</span>}
              </td>
              <td>{accountNumber ?? '–'}</td>
              <td>{side(debit)}</td>
              <td>{side(credit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

/** Its dates, who made it, and what it takes back. `buildHref`: where another journal is looked at, in places that have a page for each. */
export const useJournalFacts = (
  journal: JournalDetail,
  buildHref?: (journalId: string) => string,
): readonly (readonly [label: string, value: ReactNode])[] => {
  const { t } = useTranslation('journals')
  const format = useFormatters()
  const other = (id: string) => (buildHref ? <Link to={buildHref(id)}>{id}</Link> : id)
  return [
    [t('bookingDate'), format.date(journal.bookingDate)],
    [t('valueDate'), format.date(journal.valueDate)],
    [t('recordedAt'), format.dateTime(journal.recordedAt)],
    [t('by'), journal.byName ?? t('automatic')],
    ...(journal.description ? [[t('description'), journal.description] as const] : []),
    ...(journal.reversesId ? [[t('reverses'), other(journal.reversesId)] as const] : []),
    ...(journal.reversedById ? [[t('reversedBy'), other(journal.reversedById)] as const] : []),
  ]
}

type ReversalProps = {
  journalId: string
  place: ReversalPlace
  onDone: (proposed: ProposalResult) => void
  onClose: () => void
}

/** However often it is sent by what is mounted while it asks, it is asked for once. */
const useReversalRequest = (journalId: string, place: ReversalPlace) => {
  const withIdempotencyKey = useIdempotencyKey()
  return (reason: string): Promise<ProposalResult> =>
    place
      ? callEndpoint(reverseJournal, { params: place, body: { reason } }, withIdempotencyKey())
      : callEndpoint(reverseAccountingJournal, { params: { journalId }, body: { reason } }, withIdempotencyKey())
}

/** Asks why, over the page of a journal. */
export const JournalReversalDialog = ({ journalId, place, onDone, onClose }: ReversalProps) => {
  const { t } = useTranslation('journals')
  const requestReversal = useReversalRequest(journalId, place)
  return (
    <ReasonDialog
      title={t('reversal.title', { id: journalId })}
      text={t('reversal.lead')}
      label={t('reversal.reason')}
      action={t('reversal.submit')}
      onClose={onClose}
      onSend={async (reason) => onDone(await requestReversal(reason))}
    />
  )
}

/** Asks why, in the dialog that shows the journal. */
const JournalReversalForm = ({ journalId, place, onDone, onClose }: ReversalProps) => {
  const { t } = useTranslation('journals')
  const fieldText = useFieldErrorText()
  const requestReversal = useReversalRequest(journalId, place)
  const sending = useSubmitForm<{ reason: string }>({
    defaults: { reason: '' },
    submit: async ({ reason }) => onDone(await requestReversal(reason)),
  })
  const { register, formState } = sending.form
  return (
    <Form
      formState={sending}
      label={t('reversal.action')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('reversal.submit')} onCancel={onClose} />}
    >
      <ReasonField
        data-autofocus
        label={t('reversal.reason')}
        description={t('reversal.lead')}
        error={fieldText(formState.errors.reason)}
        {...register('reason', reasonRules)}
      />
    </Form>
  )
}

/** A journal with its dates and double entry, and the way to take it back. Needs the texts of journals and form. */
export const JournalEntryDetail = ({ journal, place }: { journal: JournalDetail; place: ReversalPlace }) => {
  const { t } = useTranslation('journals')
  const mayReverse = usePermission('bt_Contabilidad', 'create')
  const [asking, setAsking] = useState(false)
  const [proposed, setProposed] = useState<ProposalResult | null>(null)
  const parts = findShownParts(journal)
  return (
    <div className={layoutClasses.tightStack}>
      <FactGrid facts={useJournalFacts(journal)} />
      <JournalPostings journal={journal} />
      {parts && (
        <>
          <h3 className={classes.heading}>{t('attribution.title')}</h3>
          <JournalAttribution parts={parts} />
        </>
      )}
      <p role="status" className={classes.confirmation}>
        {proposed && t(`reversal.${proposed.state}`)}
      </p>
      {mayReverse && !proposed && journal.bar && <p className={classes.muted}>{t(`bars.${journal.bar}`)}</p>}
      {mayReverse && !proposed && !journal.bar && !asking && (
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('reversal.action')}
          </Button>
        </div>
      )}
      {asking && !proposed && (
        <JournalReversalForm
          journalId={journal.id}
          place={place}
          onDone={setProposed}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
