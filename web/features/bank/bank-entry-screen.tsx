import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { ProposalResult } from '#contract/approvals.ts'
import { type BankEntryDetail, getBankEntry } from '#contract/bank.ts'
import { CallError } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { formatLedgerName } from '#web/domain/ledger-name.ts'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { FactCard } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './bank.module.css'
import { renderBankEntryBadge } from './bank-entry-badge.tsx'
import { BookBankEntryButton, BookingProposedMessage, useCanBookBankEntry } from './book-bank-entry.tsx'
import { groupDigitsByFour } from './format-bank-number.ts'
import { ProbableReturnNotice } from './probable-return.tsx'
import { ReceiptActions } from './receipt-actions.tsx'

type Props = { entry: BankEntryDetail }

const ClientAccountLink = ({ clientId, accountId, name }: { clientId: string; accountId: string; name: string }) => (
  <Link to={`/clientes/${clientId}/cuentas/${accountId}`}>{name}</Link>
)

const EntryProposal = ({ entry }: Props) => {
  const { t } = useTranslation('contributions')
  const errorText = useErrorMessage()
  const { proposedAccountId, proposedClientId, proposedNumber, proposedClientName, proposedBy, bar } = entry
  if (!proposedAccountId || !proposedClientId || !proposedBy)
    return <p className={classes.lead}>{t('entry.noProposal')}</p>
  return (
    <dl className={classes.proposal}>
      <dt>{t('entry.proposal')}</dt>
      <dd>
        <ClientAccountLink clientId={proposedClientId} accountId={proposedAccountId} name={proposedNumber ?? ''} />
        {' · '}
        {proposedClientName}
        <span className={classes.origin}>{t(`proposedBy.${proposedBy}`)}</span>
        {bar && (
          <span className={classes.origin}>
            {t('entry.bar', { reason: errorText(new CallError(409, { code: bar })) })}
          </span>
        )}
      </dd>
    </dl>
  )
}

/** The journal by hand that stands for the line, the change that waits to make it, or the way to ask for one. */
const EntryBookingAction = ({ entry }: Props) => {
  const { t } = useTranslation('contributions')
  const mayBook = useCanBookBankEntry()
  const [proposed, setProposed] = useState<ProposalResult | null>(null)
  const { id, amount, state, approvalId, counterpartyName, remittance } = entry
  const line = { id, amount, text: remittance || counterpartyName || '' }
  return (
    <>
      <BookingProposedMessage proposed={proposed} />
      {approvalId && !proposed && (
        <p className={classes.sentence}>
          {t('book.waits')} <ApprovalLink approvalId={approvalId}>{t('book.see')}</ApprovalLink>
        </p>
      )}
      {state === 'other' && !approvalId && mayBook && (
        <div className={classes.actions}>
          <BookBankEntryButton line={line} onDone={setProposed} />
        </div>
      )}
    </>
  )
}

/** The ledger account that a line was booked onto by hand, and its journal. */
const EntryLedgerBooking = ({ booking }: { booking: NonNullable<BankEntryDetail['booking']> }) => {
  const { t } = useTranslation('contributions')
  const maySee = usePermission('bt_Contabilidad', 'view')
  const { journalId, ledger, ledgerName } = booking
  return (
    <>
      {` ${formatLedgerName({ code: ledger, name: ledgerName ?? '' })}. `}
      {maySee && <Link to={`/crm/Contabilidad/asientos/${journalId}`}>{t('book.journal')}</Link>}
    </>
  )
}

const EntryOutcome = ({ entry }: Props) => {
  const { t } = useTranslation('contributions')
  const errorText = useErrorMessage()
  const { state, clientId, accountId, accountNumber, clientName, reason, booking, confirmed, bar } = entry
  const isOpen = state === 'waiting' || (state === 'foreign' && entry.proposedPaymentId !== null)
  return (
    <Section title={t('entry.became')} state={renderBankEntryBadge(state, t(`states.${state}`))}>
      <p className={classes.sentence}>
        {t(`entry.${state}`, { currency: entry.currency })}
        {clientId && accountId && (
          <>
            {' '}
            <ClientAccountLink clientId={clientId} accountId={accountId} name={accountNumber ?? ''} />
            {` · ${clientName}`}
          </>
        )}
        {booking && <EntryLedgerBooking booking={booking} />}
      </p>
      {confirmed === false && (
        <p className={classes.sentence}>
          {bar
            ? t('entry.notConfirming', { reason: errorText(new CallError(409, { code: bar })) })
            : t('entry.unconfirmed')}
        </p>
      )}
      {reason && <p className={classes.lead}>{`${t('fields.reason')}: ${reason}`}</p>}
      {isOpen && <EntryProposal entry={entry} />}
      {isOpen && entry.proposedPaymentId && <ProbableReturnNotice entry={entry} paymentId={entry.proposedPaymentId} />}
      <ReceiptActions entry={entry} />
      <EntryBookingAction entry={entry} />
    </Section>
  )
}

const BankEntryDetails = ({ entry }: Props) => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  return (
    <Page>
      <PageHead
        title={t('entry.title', { date: format.date(entry.bookingDate) })}
        context={renderAmount(format, entry.amount, entry.currency)}
        action={<RecordNavigation />}
      />
      <EntryOutcome entry={entry} />
      <FactCard
        title={t('entry.facts')}
        facts={[
          [t('fields.amount'), renderAmount(format, entry.amount, entry.currency)],
          [t('fields.bookingDate'), format.date(entry.bookingDate)],
          [t('fields.valueDate'), format.date(entry.valueDate)],
          [t('fields.counterparty'), entry.counterpartyName],
          [t('fields.counterpartyNumber'), entry.counterpartyNumber && groupDigitsByFour(entry.counterpartyNumber)],
          [t('fields.remittance'), entry.remittance],
          [t('fields.reference'), entry.reference],
          [t('fields.endToEnd'), entry.endToEnd],
          [t('fields.bankAccount'), groupDigitsByFour(entry.bankAccount)],
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
export default function BankEntryScreen() {
  const { t } = useTranslation(['contributions', 'list', 'shell'])
  const { entryId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getBankEntry, { params: { entryId } }))
  if (data) return <BankEntryDetails entry={data} />
  return <MissingRecord title={t('shell:screens.bankEntry')} error={error} refetch={refetch} tiles={2} />
}
