import { Button, Table } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proposed } from '#contract/approvals.ts'
import { getJournal, type JournalDetail, reverseJournal } from '#contract/journals.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { useWish } from '#web/core/wish-key.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import classes from './clients.module.css'

type Place = { clientId: string; accountId: string; journalId: string }

/** Each line on its side; the sides come to the same. */
const DoubleEntry = ({ journal }: { journal: JournalDetail }) => {
  const { t } = useTranslation('journals')
  const format = useFormat()
  const side = (amount: string | null) => (amount ? format.money(amount, { euros: true }) : '')
  return (
    <div className={classes.entryScroll}>
      <Table className={classes.entry} aria-label={t('entry')}>
        <thead>
          <tr>
            <th scope="col">{t('ledger')}</th>
            <th scope="col">{t('account')}</th>
            <th scope="col">{t('debit')}</th>
            <th scope="col">{t('credit')}</th>
          </tr>
        </thead>
        <tbody>
          {journal.lines.map(({ line, ledger, accountNumber, debit, credit }) => (
            <tr key={line}>
              <td>{t(`ledgers.${ledger}`)}</td>
              <td>{accountNumber ?? '–'}</td>
              <td>{side(debit)}</td>
              <td>{side(credit)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const Facts = ({ journal }: { journal: JournalDetail }) => {
  const { t } = useTranslation('journals')
  const format = useFormat()
  const facts = [
    [t('bookingDate'), format.date(journal.bookingDate)],
    [t('valueDate'), format.date(journal.valueDate)],
    [t('recordedAt'), format.dateTime(journal.recordedAt)],
    [t('by'), journal.byName ?? t('automatic')],
    ...(journal.description ? [[t('description'), journal.description] as const] : []),
    ...(journal.reversesId ? [[t('reverses'), journal.reversesId] as const] : []),
    ...(journal.reversedById ? [[t('reversedBy'), journal.reversedById] as const] : []),
  ] as const
  return <FactGrid facts={facts} />
}

type ReversalProps = { place: Place; onDone: (proposed: Proposed) => void; onClose: () => void }

/** Asks why. However often it is sent while it is open, it is asked for once. */
const ReversalForm = ({ place, onDone, onClose }: ReversalProps) => {
  const { t } = useTranslation('journals')
  const fieldText = useFieldText()
  const client = useQueryClient()
  const wish = useWish()
  const sending = useSending<{ reason: string }>({
    defaults: { reason: '' },
    send: async ({ reason }) => {
      const proposed = await call(reverseJournal, { params: place, body: { reason } }, wish())
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

const Journal = ({ journal, place }: { journal: JournalDetail; place: Place }) => {
  const { t } = useTranslation('journals')
  const mayReverse = useCan('bt_Contabilidad', 'create')
  const [asking, setAsking] = useState(false)
  const [proposed, setProposed] = useState<Proposed | null>(null)
  return (
    <div className={classes.part}>
      <Facts journal={journal} />
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
      {asking && !proposed && <ReversalForm place={place} onDone={setProposed} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** The double entry behind a movement, and the way to take it back. */
export const JournalDialog = ({ onClose, ...place }: Place & { onClose: () => void }) => {
  const { t } = useTranslation('journals')
  const { data, error, refetch } = useQuery(read(getJournal, { params: place }))
  return (
    <Dialog size="lg" title={t('title', { id: place.journalId })} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && <Journal journal={data} place={place} />}
    </Dialog>
  )
}
