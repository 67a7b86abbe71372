import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { ClientAccount, ClientDetail } from '#contract/clients/client.ts'
import { getAccountTab } from '#contract/clients/joint-portfolio.ts'
import { type AccountTab, accountTabs } from '#contract/clients.ts'
import { useFormatters } from '#web/core/format.ts'
import { Amount } from '#web/domain/amount.tsx'
import { AccountStatusBadge } from '#web/domain/client-badges.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import classes from './clients.module.css'

type AccountTotals = ClientDetail['counted'][AccountTab]

/** Whose page shows the account: whoever is merely authorised on it has none. */
const getAccountPageHolder = ({ holderRole, holders }: ClientAccount, clientId: string): string =>
  (holderRole === 'authorised' && holders.find(({ id, role }) => id !== null && role !== 'authorised')?.id) || clientId

const useClientAccountColumns = (clientId: string): readonly RowColumn<ClientAccount, AccountTotals>[] => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormatters()
  const rate = (value: string): string => format.rate(value, { zero: 'dash' })
  return [
    {
      key: 'productName',
      label: t('client:accounts.product'),
      phone: 1,
      cell: (name, { status }) => (
        <span className={classes.product}>
          {name} {status === 'draft' && <AccountStatusBadge status={status} />}
        </span>
      ),
    },
    { key: 'number', label: t('client:accounts.number') },
    {
      key: 'holders',
      label: t('client:account.holders'),
      cell: (holders, { holderRole }) => {
        const others = holders.filter(({ id }) => id !== clientId)
        const names = others.map(({ name }) => name).join(' · ')
        if (holderRole === 'authorised') return t('client:accounts.representedBy')
        if (!names) return '–'
        const primary = others.find(({ role }) => role === 'primary')
        return (
          <span className={classes.product}>
            {t('client:accounts.coHolders', { names })}
            {primary && <span className={classes.muted}>{t('client:accounts.countsFor', { name: primary.name })}</span>}
          </span>
        )
      },
    },
    { key: 'openedOn', label: t('client:accounts.openedOn'), cell: format.date },
    { key: 'expiresOn', label: t('client:accounts.expiresOn'), phone: 2, cell: format.date },
    { key: 'rate', label: t('client:accounts.rate'), align: 'end', cell: rate },
    { key: 'bonusRate', label: t('client:accounts.bonusRate'), align: 'end', cell: rate },
    {
      key: 'interestToDate',
      label: t('client:accounts.interestToDate'),
      align: 'end',
      cell: (amount) => <Amount value={amount} />,
      total: ({ interestToDate }) => <Amount value={interestToDate} />,
    },
    {
      key: 'balance',
      label: t('client:accounts.balance'),
      align: 'end',
      phone: 3,
      cell: (amount) => <Amount value={amount} />,
      total: ({ balance }) => <Amount value={balance} />,
    },
  ]
}

/** The accounts of a client by state; the tab stands in the address. */
export const ClientAccounts = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormatters()
  const [params] = useSearchParams()
  const columns = useClientAccountColumns(client.id)
  const inTab = (tab: AccountTab): ClientAccount[] =>
    client.accounts.filter(({ status }) => getAccountTab(status) === tab)
  const current =
    accountTabs.find((tab) => tab === params.get('cuentas')) ??
    accountTabs.find((tab) => inTab(tab).length > 0) ??
    'active'
  const rows = inTab(current)
  return (
    <section className={classes.part} aria-labelledby="accounts">
      <h2 id="accounts" className={classes.cardTitle} tabIndex={-1}>
        {t('client:accounts.title')}
      </h2>
      {client.accounts.length === 0 ? (
        <EmptyState title={t('client:accounts.none')} />
      ) : (
        <>
          <nav className={classes.tabs} aria-label={t('accountTabs.label')}>
            {accountTabs.map((tab) => (
              <Link
                key={tab}
                to={`?cuentas=${tab}`}
                className={classes.tab}
                preventScrollReset
                aria-current={tab === current ? 'page' : undefined}
                // On a phone the one that is open may be out of sight.
                ref={(link) => {
                  if (link?.parentElement && tab === current) link.parentElement.scrollLeft = link.offsetLeft - 60
                }}
              >
                {t(`accountTabs.${tab}`)} <span className={classes.count}>{format.number(inTab(tab).length)}</span>
              </Link>
            ))}
          </nav>
          {rows.length === 0 ? (
            <EmptyState title={t('client:accounts.noneInTab')} />
          ) : (
            <DataTable
              label={t('client:accounts.title')}
              columns={columns}
              rows={rows}
              totals={client.counted[current]}
              rowHref={(account: ClientAccount) =>
                `/clientes/${getAccountPageHolder(account, client.id)}/cuentas/${account.id}`
              }
            />
          )}
        </>
      )}
    </section>
  )
}
