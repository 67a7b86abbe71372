import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Proposed } from '#contract/approvals.ts'
import { type EntryDetail, getEntry } from '#contract/bank.ts'
import { CallError } from '#web/core/call.ts'
import { useErrorText } from '#web/core/error-text.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { addedLedgerName } from '#web/domain/ledger-name.ts'
import { Facts } from '#web/ui/facts.tsx'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './bank.module.css'
import { BookButton, Booked, useMayBook } from './book-line.tsx'
import { entryBadge } from './entry-badge.tsx'
import { inFours } from './in-fours.ts'
import { ProbableReturn } from './probable-return.tsx'
import { ReceiptActions } from './receipt-actions.tsx'

type Props = { entry: EntryDetail }

const AccountLink = ({ clientId, accountId, name }: { clientId: string; accountId: string; name: string }) => (
  <Link to={`/clientes/${clientId}/cuentas/${accountId}`}>{name}</Link>
)

const Proposal = ({ entry }: Props) => {
  const { t } = useTranslation('contributions')
  const errorText = useErrorText()
  const { proposedAccountId, proposedClientId, proposedNumber, proposedClientName, proposedBy, bar } = entry
  if (!proposedAccountId || !proposedClientId || !proposedBy)
    return <p className={classes.lead}>{t('entry.noProposal')}</p>
  return (
    <dl className={classes.proposal}>
      <dt>{t('entry.proposal')}</dt>
      <dd>
        <AccountLink clientId={proposedClientId} accountId={proposedAccountId} name={proposedNumber ?? ''} />
        {' · '}
        {proposedClientName}
        <span className={classes.told}>{t(`proposedBy.${proposedBy}`)}</span>
        {bar && (
          <span className={classes.told}>
            {t('entry.bar', { reason: errorText(new CallError(409, { code: bar })) })}
          </span>
        )}
      </dd>
    </dl>
  )
}

/** The journal by hand that stands for the line, the change that waits to make it, or the way to ask for one. */
const Booking = ({ entry }: Props) => {
  const { t } = useTranslation('contributions')
  const mayBook = useMayBook()
  const [proposed, setProposed] = useState<Proposed | null>(null)
  const { id, amount, state, approvalId, counterpartyName, remittance } = entry
  const line = { id, amount, text: remittance || counterpartyName || '' }
  return (
    <>
      <Booked proposed={proposed} />
      {approvalId && !proposed && (
        <p className={classes.sentence}>
          {t('book.waits')} <ApprovalLink approvalId={approvalId}>{t('book.see')}</ApprovalLink>
        </p>
      )}
      {state === 'other' && !approvalId && mayBook && (
        <div className={classes.actions}>
          <BookButton line={line} onDone={setProposed} />
        </div>
      )}
    </>
  )
}

/** The ledger account that a line was booked onto by hand, and its journal. */
const BookedOnto = ({ booking }: { booking: NonNullable<EntryDetail['booking']> }) => {
  const { t } = useTranslation('contributions')
  const maySee = useCan('bt_Contabilidad', 'view')
  const { journalId, ledger, ledgerName } = booking
  return (
    <>
      {` ${addedLedgerName({ code: ledger, name: ledgerName ?? '' })}. `}
      {maySee && <Link to={`/crm/Contabilidad/asientos/${journalId}`}>{t('book.journal')}</Link>}
    </>
  )
}

const Became = ({ entry }: Props) => {
  const { t } = useTranslation('contributions')
  const mayAct = useCan('bt_Extractos', 'edit')
  const errorText = useErrorText()
  const { state, clientId, accountId, accountNumber, clientName, reason, booking, confirmed, bar } = entry
  const isOpen = state === 'waiting' || (state === 'foreign' && entry.proposedPaymentId !== null)
  return (
    <Section title={t('entry.became')} state={entryBadge(state, t(`states.${state}`))}>
      <p className={classes.sentence}>
        {t(`entry.${state}`, { currency: entry.currency })}
        {clientId && accountId && (
          <>
            {' '}
            <AccountLink clientId={clientId} accountId={accountId} name={accountNumber ?? ''} />
            {` · ${clientName}`}
          </>
        )}
        {booking && <BookedOnto booking={booking} />}
      </p>
      {confirmed === false && (
        <p className={classes.sentence}>
          {bar
            ? t('entry.notConfirming', { reason: errorText(new CallError(409, { code: bar })) })
            : t('entry.unconfirmed')}
        </p>
      )}
      {reason && <p className={classes.lead}>{`${t('fields.reason')}: ${reason}`}</p>}
      {isOpen && <Proposal entry={entry} />}
      {isOpen && entry.proposedPaymentId && <ProbableReturn entry={entry} paymentId={entry.proposedPaymentId} />}
      {mayAct && <ReceiptActions entry={entry} />}
      <Booking entry={entry} />
    </Section>
  )
}

const Entry = ({ entry }: Props) => {
  const { t } = useTranslation('contributions')
  const format = useFormat()
  return (
    <Page>
      <PageHead
        title={t('entry.title', { date: format.date(entry.bookingDate) })}
        context={amountOf(format, entry.amount, entry.currency)}
        action={<RecordTrail />}
      />
      <Became entry={entry} />
      <Facts
        title={t('entry.facts')}
        facts={[
          [t('fields.amount'), amountOf(format, entry.amount, entry.currency)],
          [t('fields.bookingDate'), format.date(entry.bookingDate)],
          [t('fields.valueDate'), format.date(entry.valueDate)],
          [t('fields.counterparty'), entry.counterpartyName],
          [t('fields.counterpartyNumber'), entry.counterpartyNumber && inFours(entry.counterpartyNumber)],
          [t('fields.remittance'), entry.remittance],
          [t('fields.reference'), entry.reference],
          [t('fields.endToEnd'), entry.endToEnd],
          [t('fields.bankAccount'), inFours(entry.bankAccount)],
          [
            t('entry.statements'),
            <span key="statements" className={classes.links}>
              {entry.statements.map(({ id, reference }) => (
                <Link key={id} to={`/crm/Ingresos/extractos/${id}`}>
                  {t('entry.statement', { reference })}
                </Link>
              ))}
            </span>,
          ],
        ]}
      />
    </Page>
  )
}

/** One line of the bank: what it says, what became of it, and, where it has no owner, what can be done. */
export default function EntryScreen() {
  const { t } = useTranslation(['contributions', 'list', 'shell'])
  const { entryId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getEntry, { params: { entryId } }))
  if (data) return <Entry entry={data} />
  return <NoRecord title={t('shell:screens.bankEntry')} error={error} refetch={refetch} tiles={2} />
}
