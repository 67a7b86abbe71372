import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { type ClientAccount, getAccount } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { AccountActionDialog } from './account-action-dialog.tsx'
import { useAccountActionLabels } from './account-action-labels.tsx'
import classes from './client-cockpit.module.css'
import type { AccountAction } from './list-account-actions.ts'

type Props = Pick<ComponentProps<typeof AccountActionDialog>, 'onDone' | 'onInstructed' | 'onClose'> & {
  clientId: string
  action: AccountAction
  /** Those that allow the action: several are chosen from first, and where there is none it is said. */
  accounts: readonly ClientAccount[]
  /** Whose they are, where no page says so. */
  clientName?: string
}

type ChoiceProps = { accounts: readonly ClientAccount[]; onChoose: (id: string) => void }

/** The accounts as buttons, by their product, number, balance and maturity. */
const AccountChoice = ({ accounts, onChoose }: ChoiceProps) => {
  const format = useFormatters()
  return (
    <ul className={layoutClasses.tightList}>
      {accounts.map(({ id, productName, number, balance, expiresOn }, at) => (
        <li key={id}>
          <button
            type="button"
            className={classes.choice}
            data-autofocus={at === 0 || undefined}
            onClick={() => onChoose(id)}
          >
            <strong>{productName}</strong>
            <span>{format.money(balance, { euros: true })}</span>
            <span className={classes.number}>{number}</span>
            <span>{expiresOn && format.date(expiresOn)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** An action on an account of the client, begun from the client: which account, then its dialog. */
export default function ClientAccountDialog({ clientId, clientName, action, accounts, ...done }: Props) {
  const { t } = useTranslation('client')
  const labelAction = useAccountActionLabels()
  const [accountId, setAccountId] = useState(accounts.length === 1 ? accounts[0]!.id : null)
  const [current, setCurrent] = useState(action)
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getAccount, { params: { clientId, accountId: accountId ?? '' } }),
    enabled: accountId !== null,
  })
  if (accountId !== null && data)
    return <AccountActionDialog account={data} action={current} onChangeAction={setCurrent} {...done} />
  if (accountId !== null && !error) return null
  const question = accounts.length > 0 ? t('cockpit.chooseAccount') : t('cockpit.noAccount')
  return (
    <Dialog
      title={labelAction(action)}
      subject={clientName}
      description={accountId === null && question}
      onClose={done.onClose}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <AccountChoice accounts={accounts} onChoose={setAccountId} />
      )}
    </Dialog>
  )
}
