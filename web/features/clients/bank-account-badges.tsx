import {
  IconAlertTriangle,
  IconArrowDownLeft,
  IconCircleCheck,
  IconClockPause,
  IconStarFilled,
  IconUsers,
} from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { ClientBankAccount } from '#contract/client-bank-accounts.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import classes from './clients.module.css'

type NumberSharing = ClientBankAccount['sharing']

/** That other clients have the same number, and who of them may be seen: a household, or a fraud. */
export const SharedNumberWarning = ({ sharing: { clients, ofJoint, seen } }: { sharing: NumberSharing }) => {
  const { t } = useTranslation('client-bank-accounts')
  if (clients === 0) return null
  const label = [t('sharing.clients', { count: clients }), ...(ofJoint === clients ? [t('sharing.joint')] : [])].join(
    ', ',
  )
  return (
    <span className={classes.shared}>
      <StatusBadge tone="att" icon={IconUsers} label={label} />
      {seen.map(({ id, cvl, name }, at) => (
        <Fragment key={id}>
          {at > 0 && ' · '}
          <Link to={`/clientes/${id}`} title={cvl}>
            {name}
          </Link>
        </Fragment>
      ))}
    </span>
  )
}

/** How a bank account stands: whether it is paid to, and what speaks against it. */
export const BankAccountBadges = ({ account }: { account: ClientBankAccount }) => {
  const { t } = useTranslation('client-bank-accounts')
  const format = useFormatters()
  const { isDefault, isPayout, isValid, heldUntil, sharing } = account
  return (
    <span className={classes.badges}>
      {isDefault ? (
        <StatusBadge tone="pos" icon={IconStarFilled} label={t('states.default')} />
      ) : isPayout ? (
        <StatusBadge tone="pos" icon={IconCircleCheck} label={t('states.payout')} />
      ) : (
        <StatusBadge tone="muted" icon={IconArrowDownLeft} label={t('states.known')} />
      )}
      {!isValid && <StatusBadge tone="neg" icon={IconAlertTriangle} label={t('states.invalid')} />}
      {heldUntil && (
        <StatusBadge tone="att" icon={IconClockPause} label={t('states.held', { at: format.dateTime(heldUntil) })} />
      )}
      <SharedNumberWarning sharing={sharing} />
    </span>
  )
}
