import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Proposed } from '#contract/approvals.ts'
import { type JournalDetail, reverseBooked, reverseJournal } from '#contract/journals.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { useWish } from '#web/core/wish-key.ts'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import classes from './journal-entry.module.css'
import { useLedgerName } from './ledger-name.ts'

type Place = { clientId: string; accountId: string; journalId: string }
type Props = {
  journal: JournalDetail
  /** Of whose account it is taken back; null where it moved no client's: of the books. */
  place: Place | null
  /** Where another journal is looked at, in places that have a page for each. */
  hrefOf?: (journalId: string) => string
}

/** Each line on its side; the sides come to the same. */
const DoubleEntry = ({ journal }: { journal: JournalDetail }) => {
  const { t } = useTranslation('journals')
  const format = useFormat()
  const nameOf = useLedgerName()
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

const Facts = ({ journal, hrefOf }: Pick<Props, 'journal' | 'hrefOf'>) => {
  const { t } = useTranslation('journals')
  const format = useFormat()
  const other = (id: string) => (hrefOf ? <Link to={hrefOf(id)}>{id}</Link> : id)
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

type ReversalProps = {
  journalId: string
  place: Place | null
  onDone: (proposed: Proposed) => void
  onClose: () => void
}

/** Asks why. However often it is sent while it is open, it is asked for once. */
const ReversalForm = ({ journalId, place, onDone, onClose }: ReversalProps) => {
  const { t } = useTranslation('journals')
  const fieldText = useFieldText()
  const client = useQueryClient()
  const wish = useWish()
  const sending = useSending<{ reason: string }>({
    defaults: { reason: '' },
    send: async ({ reason }) => {
      const body = { reason }
      const proposed = place
        ? await call(reverseJournal, { params: place, body }, wish())
        : await call(reverseBooked, { params: { journalId }, body }, wish())
      await client.invalidateQueries()
      onDone(proposed)
    },
  })
  const { register, formState } = sending.form
  return (
    <Form
      sending={sending}
      label={t('reversal.action')}
      actions={<SubmitOrCancel busy={sending.busy} submit={t('reversal.submit')} onCancel={onClose} />}
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
export const JournalEntry = ({ journal, place, hrefOf }: Props) => {
  const { t } = useTranslation('journals')
  const mayReverse = useCan('bt_Contabilidad', 'create')
  const [asking, setAsking] = useState(false)
  const [proposed, setProposed] = useState<Proposed | null>(null)
  return (
    <div className={classes.entry}>
      <Facts journal={journal} {...(hrefOf && { hrefOf })} />
      <DoubleEntry journal={journal} />
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
        <ReversalForm journalId={journal.id} place={place} onDone={setProposed} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}
