import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProposalResult } from '#contract/approvals.ts'
import { type JournalDetail, reverseAccountingJournal, reverseJournal } from '#contract/journals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { usePermission } from '#web/core/session.ts'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import classes from './journal-entry.module.css'
import { useLedgerNames } from './ledger-name.ts'

type JournalLocation = { clientId: string; accountId: string; journalId: string }
type Props = {
  journal: JournalDetail
  /** Of whose account it is taken back; null where it moved no client's: of the books. */
  place: JournalLocation | null
  /** Where another journal is looked at, in places that have a page for each. */
  buildHref?: (journalId: string) => string
}

/** Each line on its side; the sides come to the same. */
const JournalPostings = ({ journal }: { journal: JournalDetail }) => {
  const { t } = useTranslation('journals')
  const format = useFormatters()
  const nameOf = useLedgerNames()
  const side = (amount: string | null) => (amount ? format.money(amount, { euros: true }) : '')
  return (
    <div className={classes.scroll}>
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
              <td>{nameOf(ledger, ledgerName)}</td>
              <td>{accountNumber ?? '–'}</td>
              <td>{side(debit)}</td>
              <td>{side(credit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const JournalFacts = ({ journal, buildHref }: Pick<Props, 'journal' | 'buildHref'>) => {
  const { t } = useTranslation('journals')
  const format = useFormatters()
  const other = (id: string) => (buildHref ? <Link to={buildHref(id)}>{id}</Link> : id)
  const facts = [
    [t('bookingDate'), format.date(journal.bookingDate)],
    [t('valueDate'), format.date(journal.valueDate)],
    [t('recordedAt'), format.dateTime(journal.recordedAt)],
    [t('by'), journal.byName ?? t('automatic')],
    ...(journal.description ? [[t('description'), journal.description] as const] : []),
    ...(journal.reversesId ? [[t('reverses'), other(journal.reversesId)] as const] : []),
    ...(journal.reversedById ? [[t('reversedBy'), other(journal.reversedById)] as const] : []),
  ] as const
  return <FactGrid facts={facts} />
}

type ReversalFormProps = {
  journalId: string
  place: JournalLocation | null
  onDone: (proposed: ProposalResult) => void
  onClose: () => void
}

/** Asks why. However often it is sent while it is open, it is asked for once. */
const JournalReversalForm = ({ journalId, place, onDone, onClose }: ReversalFormProps) => {
  const { t } = useTranslation('journals')
  const fieldText = useFieldErrorText()
  const withIdempotencyKey = useIdempotencyKey()
  const sending = useSubmitForm<{ reason: string }>({
    defaults: { reason: '' },
    submit: async ({ reason }) => {
      const body = { reason }
      const proposed = place
        ? await callEndpoint(reverseJournal, { params: place, body }, withIdempotencyKey())
        : await callEndpoint(reverseAccountingJournal, { params: { journalId }, body }, withIdempotencyKey())
      onDone(proposed)
    },
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
export const JournalEntryDetail = ({ journal, place, buildHref }: Props) => {
  const { t } = useTranslation('journals')
  const mayReverse = usePermission('bt_Contabilidad', 'create')
  const [asking, setAsking] = useState(false)
  const [proposed, setProposed] = useState<ProposalResult | null>(null)
  return (
    <div className={classes.entry}>
      <JournalFacts journal={journal} {...(buildHref && { buildHref })} />
      <JournalPostings journal={journal} />
      <p role="status" className={classes.told}>
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
