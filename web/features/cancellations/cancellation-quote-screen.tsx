import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type CancellationQuote, getCancellationQuote } from '#contract/cancellations.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { useCancellationReasonName } from '#web/domain/cancellation-reasons.ts'
import { CancellationQuotePdfButton } from '#web/domain/quote-pdf.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { handleJumpClick } from '#web/ui/jump-to-section.ts'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { FactCard, FigureTiles } from '#web/ui/record-cards.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { renderCancellationBadge } from './cancellation-badge.tsx'
import classes from './cancellations.module.css'
import { ExecuteCancellationButton } from './execute-cancellation.tsx'
import { hasTaxes, InterestLineTable, NetAmountSection, PostedLineTable, TaxLineTable } from './quote-line-tables.tsx'
import { RetentionActions, RetentionDialog } from './retention.tsx'

type Props = { quote: CancellationQuote }

const QuoteFacts = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  const getReasonName = useCancellationReasonName()
  return (
    <FactCard
      title={t('quote.about')}
      facts={[
        [t('fields.reason'), getReasonName(quote.reasonName)],
        [t('fields.note'), quote.note],
        [t('fields.quotedOn'), format.dateTime(quote.quotedAt)],
        [t('fields.quotedBy'), quote.quotedByName],
        [t('fields.product'), quote.productName],
        [t('fields.opened'), format.date(quote.openedOn)],
        [t('fields.expires'), format.date(quote.expiresOn)],
        ...(quote.executedAt ? [[t('fields.executedBy'), quote.executedByName] as const] : []),
      ]}
    />
  )
}

/** How the quote stands, until when it is good, and the approval that it waits for. */
const QuoteState = ({ quote: { state, approvalId } }: Props) => {
  const { t } = useTranslation('cancellations')
  const waits = state === 'open' && approvalId !== null
  const line = waits ? t('quote.waits') : state === 'open' ? t('quote.validToday') : t('quote.expired')
  return (
    <>
      {renderCancellationBadge(state, t(`states.${state}`))}
      {(state === 'open' || state === 'expired') && <span className={classes.muted}>{line}</span>}
      {waits && <ApprovalLink approvalId={approvalId}>{t('quote.approval')}</ApprovalLink>}
    </>
  )
}

/** A figure of the quote, which leads to the rows that make it. */
const renderFigureLink = (href: string, amount: string) => (
  <a href={href} onClick={handleJumpClick}>
    <Amount value={amount} />
  </a>
)

/** What is paid and what it is made of; the capital is what stood in the account on that day. */
const QuoteFigures = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const { clientId, accountId } = quote
  return (
    <FigureTiles
      tiles={[
        [t('quote.net'), renderFigureLink('#net', quote.net)],
        [t('quote.penalty'), renderFigureLink('#interest', quote.penalty)],
        [t('quote.withheld'), renderFigureLink(hasTaxes(quote) ? '#taxes' : '#net', quote.withheld)],
        [
          t('quote.capital'),
          <Link key="capital" to={`/clientes/${clientId}/cuentas/${accountId}#movements`}>
            <Amount value={quote.capital} />
          </Link>,
        ],
      ]}
    />
  )
}

const QuoteDetails = ({ quote }: Props) => {
  const { t } = useTranslation(['cancellations', 'audit'])
  const maySeeHistory = usePermission('bt_Auditoria', 'view')
  const [retaining, setRetaining] = useState(false)
  const [message, setMessage] = useState('')
  const action = useAction()
  const { id, clientId, accountId, clientName, accountNumber, productName, mayExecute, mayRetain } = quote
  return (
    <RecordPage
      title={t('quote.title', { number: accountNumber })}
      identifier={accountNumber}
      context={
        <span className={classes.context}>
          <Link to={`/clientes/${clientId}`}>{clientName}</Link>
          <Link to={`/clientes/${clientId}/cuentas/${accountId}`}>{productName}</Link>
        </span>
      }
      badges={<QuoteState quote={quote} />}
      actions={
        <>
          <CancellationQuotePdfButton quote={quote} />
          {mayRetain && (
            <Button variant={mayExecute ? 'default' : 'filled'} onClick={() => setRetaining(true)}>
              {t('retention.action')}
            </Button>
          )}
          {mayExecute && <ExecuteCancellationButton quote={quote} action={action} onDone={setMessage} />}
        </>
      }
      lead={
        <>
          <SuccessMessage>{message}</SuccessMessage>
          <FailureMessage of={action.failure} />
          {retaining && <RetentionDialog quoteId={id} onDone={setMessage} onClose={() => setRetaining(false)} />}
          <QuoteFigures quote={quote} />
        </>
      }
      sections={[
        { id: 'net', name: t('quote.how') },
        { id: 'interest', name: t('quote.interestTitle') },
        ...(quote.postings.length > 0 ? [{ id: 'postings', name: t('quote.postings') }] : []),
        ...(hasTaxes(quote) ? [{ id: 'taxes', name: t('quote.taxes') }] : []),
        { id: 'retention', name: t('retention.section'), count: quote.actions.length },
        ...(maySeeHistory ? [{ id: 'history', name: t('audit:history.title') }] : []),
      ]}
      side={<QuoteFacts quote={quote} />}
      history={<RecordHistory entity="cancellation" recordId={quote.id} />}
    >
      <NetAmountSection quote={quote} />
      <InterestLineTable quote={quote} />
      <PostedLineTable quote={quote} />
      <TaxLineTable quote={quote} />
      <RetentionActions quote={quote} />
    </RecordPage>
  )
}

/** One quote of an early cancellation: its figures, what explains each, and what can be done. */
export default function CancellationQuoteScreen() {
  const { t } = useTranslation(['cancellations', 'list', 'shell'])
  const { quoteId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getCancellationQuote, { params: { quoteId } }))
  if (data) return <QuoteDetails quote={data} key={data.id} />
  return <MissingRecord title={t('shell:screens.cancellation')} error={error} refetch={refetch} tiles={4} />
}
