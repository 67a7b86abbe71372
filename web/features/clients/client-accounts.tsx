import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ClientAccount, ClientDetail } from '#contract/clients/client.ts'
import { getAccountTab } from '#contract/clients/joint-portfolio.ts'
import { type AccountTab, accountTabs } from '#contract/clients.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { type Translate, useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { AccountStatusBadge } from '#web/domain/client-badges.tsx'
import { MaturityDate } from '#web/domain/maturities/maturity-date.tsx'
import { useAccountPeek } from '#web/domain/use-account-peek.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { PeekTable } from '#web/ui/list/peek-table.tsx'
import { ActionMenu } from '#web/ui/record-actions.tsx'
import type { ClientActions } from './client-actions.tsx'
import classes from './clients.module.css'
import { type AccountSort, accountSorts, sortAccounts } from './find-next-maturity.ts'

type AccountSorting = { sort: AccountSort; direction: 'asc' | 'desc' }
type AccountTotals = ClientDetail['counted'][AccountTab]

/** Whose page shows the account: whoever is merely authorised on it has none. */
const getAccountPageHolder = ({ holderRole, holders }: ClientAccount, clientId: string): string =>
  (holderRole === 'authorised' && holders.find(({ id, role }) => id !== null && role !== 'authorised')?.id) || clientId

const ProductName = ({ account: { productName, status } }: { account: ClientAccount }) => (
  <span className={classes.product}>
    {productName} {status === 'draft' && <AccountStatusBadge status={status} />}
  </span>
)

/** With whom the client holds the account, and under whom it counts: in plain words, which go on in a second line. */
const describeOtherHolders = (
  { holders, holderRole }: ClientAccount,
  clientId: string,
  t: Translate<readonly ['clients', 'client', 'maturities']>,
): string => {
  if (holderRole === 'authorised') return t('client:accounts.representedBy')
  const others = holders.filter(({ id }) => id !== clientId)
  const names = others.map(({ name }) => name).join(' · ')
  if (!names) return '–'
  const primary = others.find(({ role }) => role === 'primary')
  const parts = [
    t('client:accounts.coHolders', { names }),
    primary && t('client:accounts.countsFor', { name: primary.name }),
  ]
  return parts.filter(Boolean).join(' · ')
}

const useClientAccountColumns = (
  clientId: string,
  listRowActions: ClientActions['listRowActions'],
): readonly RowColumn<ClientAccount, AccountTotals>[] => {
  const { t } = useTranslation(['clients', 'client', 'maturities'])
  const format = useFormatters()
  const rate = (value: string): string => format.rate(value, { zero: 'dash' })
  return [
    {
      key: 'productName',
      label: t('client:accounts.product'),
      phone: 1,
      // A plain name goes on in a second line where the table is narrow.
      cell: (name, account) => (account.status === 'draft' ? <ProductName account={account} /> : name),
    },
    {
      key: 'number',
      label: t('client:accounts.number'),
      cell: (number) => <span className={classes.number}>{number}</span>,
    },
    {
      key: 'holders',
      label: t('client:account.holders'),
      cell: (_, account) => describeOtherHolders(account, clientId, t),
    },
    { key: 'openedOn', label: t('client:accounts.openedOn'), cell: format.date },
    {
      key: 'expiresOn',
      label: t('client:accounts.expiresOn'),
      phone: 2,
      cell: (expiresOn, { maturity }) =>
        maturity && expiresOn ? <MaturityDate maturity={{ ...maturity, expiresOn }} /> : format.date(expiresOn),
    },
    {
      key: 'maturity',
      label: t('maturities:fields.instruction'),
      cell: (maturity) => (maturity ? t(`maturities:instructions.${maturity.instruction}`) : '–'),
    },
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
    {
      key: 'available',
      label: t('client:accounts.actions'),
      phone: 'beside',
      isActions: true,
      cell: (_, account) => (
        <ActionMenu
          actions={listRowActions(account)}
          label={t('client:cockpit.rowActions', { number: account.number })}
          isInRow
        />
      ),
    },
  ]
}

/** Whether a column that most clients have no use for shows something of the account. */
const hasValue = (account: ClientAccount, key: keyof ClientAccount, clientId: string): boolean => {
  if (key === 'holders') return account.holders.some(({ id }) => id !== clientId)
  if (key === 'rate' || key === 'bonusRate' || key === 'interestToDate') return /[1-9]/.test(account[key])
  if (key === 'maturity' || key === 'openedOn' || key === 'expiresOn') return account[key] !== null
  return true
}

type Props = { client: ClientDetail; listRowActions: ClientActions['listRowActions'] }

/** The accounts of a client by state, the next maturity first; the tab stands in the address. */
export const ClientAccounts = ({ client, listRowActions }: Props) => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormatters()
  const mayOpenAccount = usePermission('bt_Pendientes', 'create') && client.restrictedAt === null
  const [params] = useSearchParams()
  const columns = useClientAccountColumns(client.id, listRowActions)
  const inTab = (tab: AccountTab): ClientAccount[] =>
    client.accounts.filter(({ status }) => getAccountTab(status) === tab)
  const current =
    accountTabs.find((tab) => tab === params.get('cuentas')) ??
    accountTabs.find((tab) => inTab(tab).length > 0) ??
    'active'
  const [{ sort, direction }, setSorting] = useState<AccountSorting>({ sort: 'expiresOn', direction: 'asc' })
  const rows = sortAccounts(inTab(current), sort, direction).map((account) => ({
    ...account,
    clientId: getAccountPageHolder(account, client.id),
  }))
  const peek = useAccountPeek()
  return (
    <section className={classes.part} aria-labelledby="accounts">
      <h2 id="accounts" className={classes.cardTitle} tabIndex={-1}>
        {t('client:accounts.title')}
      </h2>
      {client.accounts.length === 0 ? (
        <EmptyState
          title={t('client:accounts.none')}
          hint={t(mayOpenAccount ? 'client:accounts.noneHint' : 'client:accounts.noneReadOnlyHint')}
          action={
            mayOpenAccount && (
              <Button component={Link} to={`/clientes/${client.id}/cuentas/nueva`}>
                {t('client:client.openAccount')}
              </Button>
            )
          }
        />
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
            <EmptyState title={t('client:accounts.noneInTab')} hint={t('client:accounts.noneInTabHint')} />
          ) : (
            <PeekTable
              label={t('client:accounts.title')}
              columns={columns.filter(({ key }) => rows.some((row) => hasValue(row, key, client.id)))}
              rows={rows}
              ordering={{
                sort,
                direction,
                sortable: accountSorts,
                onSort: (key) => {
                  const chosen = accountSorts.find((one) => one === key) ?? sort
                  setSorting({ sort: chosen, direction: chosen === sort && direction === 'asc' ? 'desc' : 'asc' })
                },
              }}
              totals={client.counted[current]}
              rowHref={({ id, clientId }: (typeof rows)[number]) => `/clientes/${clientId}/cuentas/${id}`}
              peek={peek}
            />
          )}
        </>
      )}
    </section>
  )
}
