import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type CancellationQuote, getCancellation } from '#contract/cancellations.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { Amount } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { QuotePdf } from '#web/domain/quote-pdf.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { Cards, Facts, Tiles } from '#web/ui/facts.tsx'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { Done, Failure } from '#web/ui/message.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import classes from './cancellations.module.css'
import { ExecuteQuote } from './execute-quote.tsx'
import { InterestLines, NetSum, PostedLines, TaxLines } from './quote-tables.tsx'
import { RetentionActions, RetentionDialog } from './retention.tsx'
import { stateBadge } from './state-badge.tsx'

type Props = { quote: CancellationQuote }

const About = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const format = useFormat()
  return (
    <Facts
      title={t('quote.about')}
      facts={[
        [t('fields.reason'), quote.reasonName],
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

const Actions = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const [retaining, setRetaining] = useState(false)
  const [told, setTold] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const { id, state, approvalId, mayExecute, mayRetain } = quote
  const waits = state === 'open' && approvalId !== null
  const line = waits ? t('quote.waits') : state === 'open' ? t('quote.validToday') : t('quote.expired')
  return (
    <>
      <div className={classes.actions}>
        {stateBadge(state, t(`states.${state}`))}
        {(state === 'open' || state === 'expired') && <span className={classes.muted}>{line}</span>}
        {waits && <ApprovalLink approvalId={approvalId}>{t('quote.approval')}</ApprovalLink>}
      </div>
      {(mayExecute || mayRetain) && (
        <div className={classes.actions}>
          {mayRetain && (
            <Button variant={mayExecute ? 'default' : 'filled'} onClick={() => setRetaining(true)}>
              {t('retention.action')}
            </Button>
          )}
          {mayExecute && <ExecuteQuote quote={quote} onDone={setTold} onFailure={setFailure} />}
        </div>
      )}
      <Done>{told}</Done>
      <Failure of={failure} />
      {retaining && <RetentionDialog quoteId={id} onDone={setTold} onClose={() => setRetaining(false)} />}
    </>
  )
}

const Quote = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const { clientId, accountId, clientName, accountNumber } = quote
  return (
    <div className={classes.screen}>
      <PageHead
        title={t('quote.title', { number: accountNumber })}
        context={
          <span className={classes.context}>
            <Link to={`/clientes/${clientId}`}>{clientName}</Link>
            <Link to={`/clientes/${clientId}/cuentas/${accountId}`}>{accountNumber}</Link>
          </span>
        }
        action={
          <>
            <QuotePdf quote={quote} />
            <RecordTrail />
          </>
        }
      >
        <Actions quote={quote} />
      </PageHead>
      <Tiles
        tiles={[
          [t('quote.net'), <Amount key="net" value={quote.net} />],
          [t('quote.penalty'), <Amount key="penalty" value={quote.penalty} />],
          [t('quote.withheld'), <Amount key="withheld" value={quote.withheld} />],
          [t('quote.capital'), <Amount key="capital" value={quote.capital} />],
        ]}
      />
      <NetSum quote={quote} />
      <InterestLines quote={quote} />
      <PostedLines quote={quote} />
      <TaxLines quote={quote} />
      <RetentionActions quote={quote} />
      <Cards>
        <About quote={quote} />
      </Cards>
      <RecordHistory entity="cancellation" recordId={quote.id} />
    </div>
  )
}

/** One quote of an early cancellation: its figures, what explains each, and what can be done. */
export default function QuoteScreen() {
  const { t } = useTranslation(['cancellations', 'list', 'shell'])
  const { quoteId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getCancellation, { params: { quoteId } }))
  if (data) return <Quote quote={data} key={data.id} />
  return <NoRecord title={t('shell:screens.cancellation')} error={error} refetch={refetch} tiles={4} />
}
