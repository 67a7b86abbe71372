import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getClient } from '#contract/clients/client.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { MailLink } from '#web/domain/mail-link.tsx'
import { useSettlementText } from '#web/domain/maturities/use-settlement-text.ts'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FactGrid, type LabelledFact } from '#web/ui/fact-grid.tsx'
import { PeekHead } from '#web/ui/peek-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { ClientChecks, ClientContext } from './client-head.tsx'
import { findNextMaturity } from './find-next-maturity.ts'

/** A client beside the list: who they are, how to reach them, what they have and what matures next. */
export default function ClientPeek({ row }: { row: { id: string } }) {
  const { t } = useTranslation(['client', 'clients', 'maturities', 'list'])
  const format = useFormatters()
  const findText = useSettlementText()
  const { data: client, error, refetch } = useQuery(buildQueryOptions(getClient, { params: { clientId: row.id } }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!client) return <RecordSkeleton label={t('list:loading')} tiles={0} />
  const next = findNextMaturity(client.accounts)
  const facts: LabelledFact[] = [
    [
      t('clients:fields.phone'),
      client.phone && (
        <CopyableValue value={client.phone}>
          <a href={`tel:${client.phone.replace(/[^\d+]/g, '')}`}>{formatPhone(client.phone)}</a>
        </CopyableValue>
      ),
    ],
    [t('clients:fields.email'), client.email && <MailLink email={client.email} />],
    [t('clients:fields.capital'), format.money(client.capital)],
    [t('clients:fields.balance'), format.money(client.balance)],
    [t('accounts.interestToDate'), format.money(client.counted.active.interestToDate)],
    [
      t('cockpit.nextMaturity'),
      next ? (
        <>
          <Link to={`/clientes/${client.id}/cuentas/${next.id}`}>{format.date(next.expiresOn)}</Link>{' '}
          {format.money(next.maturity.amount)} · {t(`maturities:instructions.${next.maturity.instruction}`)}
          {next.maturity.closure && <div>{findText({ ...next.maturity, expiresOn: next.expiresOn })}</div>}
        </>
      ) : (
        t('cockpit.noMaturity')
      ),
    ],
    ...(client.openWithdrawals
      ? [[t('cockpit.openWithdrawals'), format.number(client.openWithdrawals.count)] as const]
      : []),
  ]
  return (
    <>
      <PeekHead
        title={[client.name, client.surname].filter(Boolean).join(' ')}
        context={<ClientContext client={client} />}
        badges={<ClientChecks client={client} />}
      />
      <FactGrid facts={facts} />
    </>
  )
}
