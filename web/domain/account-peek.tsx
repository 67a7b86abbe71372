import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getAccount } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FactGrid, type LabelledFact } from '#web/ui/fact-grid.tsx'
import { PeekHead } from '#web/ui/peek-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { AccountStatusBadge } from './client-badges.tsx'
import { useSettlementText } from './maturities/use-settlement-text.ts'

/** An account beside its list: whose it is, what stands in it, and what becomes of it. */
export default function AccountPeek(params: { clientId: string; accountId: string }) {
  const { t } = useTranslation(['client', 'clients', 'maturities', 'list'])
  const format = useFormatters()
  const findText = useSettlementText()
  const { data: account, error, refetch } = useQuery(buildQueryOptions(getAccount, { params }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!account) return <RecordSkeleton label={t('list:loading')} tiles={0} />
  const { maturity, expiresOn } = account
  const why = maturity && expiresOn && findText({ ...maturity, expiresOn })
  const facts: LabelledFact[] = [
    [t('accounts.number'), <CopyableValue key="number" value={account.number} />],
    [t('accounts.balance'), format.money(account.balance)],
    [t('account.available'), format.money(account.available)],
    [t('accounts.interestToDate'), format.money(account.interestToDate)],
    [t('accounts.rate'), format.rate(account.rate, { zero: 'dash' })],
    [t('accounts.openedOn'), format.date(account.openedOn)],
    [t('accounts.expiresOn'), format.date(expiresOn)],
    ...(maturity
      ? [
          [
            t('maturities:fields.instruction'),
            [t(`maturities:instructions.${maturity.instruction}`), maturity.productName].filter(Boolean).join(': '),
          ] as const,
        ]
      : []),
    ...(why ? [[t('maturities:card.settlesOn'), why] as const] : []),
    [t('account.holders'), account.holders.map(({ name }) => name).join(' · ')],
  ]
  return (
    <>
      <PeekHead
        title={account.productName}
        context={<Link to={`/clientes/${account.clientId}`}>{account.clientName}</Link>}
        badges={<AccountStatusBadge status={account.status} />}
      />
      <FactGrid facts={facts} />
    </>
  )
}
