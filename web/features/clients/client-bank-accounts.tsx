import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ClientBankAccount, getClientBankAccounts } from '#contract/client-bank-accounts.ts'
import type { ClientDetail } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { SuccessMessage } from '#web/ui/status-messages.tsx'
import { BankAccountBadges } from './bank-account-badges.tsx'
import { AddBankAccountDialog, EndBankAccountDialog, MakeDefaultDialog } from './bank-account-dialogs.tsx'
import classes from './clients.module.css'
import { PendingBankChanges } from './pending-bank-changes.tsx'

type BankAccountAction = { action: 'default' | 'end'; account: ClientBankAccount } | { action: 'add' }
type BankAccountColumns = readonly RowColumn<ClientBankAccount, never>[]

const useBankAccountColumns = (): { known: BankAccountColumns; ended: BankAccountColumns } => {
  const { t } = useTranslation('client-bank-accounts')
  const format = useFormatters()
  const number: BankAccountColumns = [
    {
      key: 'number',
      label: t('fields.number'),
      phone: 1,
      cell: (whole, { bank }) => (
        <>
          <span className={classes.number}>{formatBankNumber(whole)}</span>
          {bank && <span className={classes.beneath}>{bank}</span>}
        </>
      ),
    },
    { key: 'holder', label: t('fields.holder'), cell: (holder) => holder ?? '–' },
  ]
  const since: BankAccountColumns = [{ key: 'knownSince', label: t('fields.knownSince'), cell: format.dateTime }]
  return {
    known: [
      ...number,
      {
        key: 'isDefault',
        label: t('fields.state'),
        phone: 2,
        cell: (_, account) => <BankAccountBadges account={account} />,
      },
      ...since,
      {
        key: 'waiting',
        label: t('fields.waiting'),
        align: 'end',
        cell: ({ amount }) => <Amount value={amount} />,
      },
    ],
    ended: [
      ...number,
      ...since,
      { key: 'endedAt', label: t('fields.endedAt'), phone: 2, cell: (moment) => format.dateTime(moment) },
    ],
  }
}

/** Where a client is paid, what waits for a second person, and what was paid to before. */
export const ClientBankAccounts = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation('client-bank-accounts')
  const headingId = useId()
  const columns = useBankAccountColumns()
  const [bankAccountAction, setBankAccountAction] = useState<BankAccountAction | null>(null)
  const [message, setMessage] = useState('')
  const { data, error, refetch } = useQuery(buildPartQuery(getClientBankAccounts, { params: { clientId: client.id } }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const known = data.accounts.filter(({ endedAt }) => endedAt === null)
  const ended = data.accounts.filter(({ endedAt }) => endedAt !== null)
  const payable = known.filter(({ isPayout }) => isPayout)
  const shared = {
    clientId: client.id,
    version: data.version,
    onDone: setMessage,
    onClose: () => setBankAccountAction(null),
  }
  const actions: BankAccountColumns = [
    {
      key: 'id',
      label: t('fields.actions'),
      phone: 'beside',
      isActions: true,
      cell: (_, account) => (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('rowActions', { number: formatBankNumber(account.number) })}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!account.isDefault && (
              <Menu.Item onClick={() => setBankAccountAction({ action: 'default', account })}>
                {t('makeDefault.action')}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => setBankAccountAction({ action: 'end', account })}>{t('end.action')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ]
  return (
    <section
      id="bank-accounts"
      tabIndex={-1}
      className={`${classes.part} ${classes.partCard}`}
      aria-labelledby={headingId}
    >
      <div className={layoutClasses.ends}>
        <h2 id={headingId} className={classes.cardTitle}>
          {t('title')}
        </h2>
        {data.mayChange && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setBankAccountAction({ action: 'add' })}
          >
            {t('add.action')}
          </Button>
        )}
      </div>
      {known.length > 0 && <p className={classes.muted}>{t('lead')}</p>}
      <SuccessMessage>{message}</SuccessMessage>
      <PendingBankChanges pending={data.pending} />
      {known.length === 0 ? (
        <EmptyState title={t('none')} hint={t('noneHint')} />
      ) : (
        <DataTable
          label={t('title')}
          columns={data.mayChange ? [...columns.known, ...actions] : columns.known}
          rows={known}
        />
      )}
      {ended.length > 0 && (
        <details className={classes.ended}>
          <summary>{t('ended', { count: ended.length })}</summary>
          <DataTable label={t('ended', { count: ended.length })} columns={columns.ended} rows={ended} dense />
        </details>
      )}
      {bankAccountAction?.action === 'add' && (
        <AddBankAccountDialog
          {...shared}
          holder={[client.name, client.surname].filter(Boolean).join(' ')}
          isFirst={payable.length === 0}
        />
      )}
      {bankAccountAction?.action === 'default' && <MakeDefaultDialog {...shared} account={bankAccountAction.account} />}
      {bankAccountAction?.action === 'end' && (
        <EndBankAccountDialog
          {...shared}
          account={bankAccountAction.account}
          others={payable.filter(({ id }) => id !== bankAccountAction.account.id)}
        />
      )}
    </section>
  )
}
