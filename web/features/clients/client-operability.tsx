import { IconCircleCheckFilled, IconCircleX, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientDetail } from '#contract/clients/client.ts'
import { clientOperations, operationBlockReasons } from '#contract/clients/operation-eligibility.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import classes from './clients.module.css'

/** Whether the client may bring money, take it and renew, and what stands in the way, in one line. */
export const ClientOperability = ({ verdict }: { verdict: ClientDetail['canOperate'] }) => {
  const { t } = useTranslation('client')
  const reasons = operationBlockReasons.filter((reason) =>
    clientOperations.some((one) => verdict[one].reasons.includes(reason)),
  )
  return (
    <section className={classes.canOperate} aria-labelledby="can-operate">
      <h2 id="can-operate" className={classes.checkLabel}>
        {t('canOperate.title')}
      </h2>
      <ul className={classes.verdicts}>
        {clientOperations.map((operation) => {
          const { allowed, withApproval } = verdict[operation]
          const name = t(`canOperate.operation.${operation}`)
          return (
            <li key={operation}>
              {withApproval ? (
                <StatusBadge
                  tone="att"
                  icon={IconUserCheck}
                  label={t('canOperate.withApproval', { operation: name })}
                />
              ) : (
                <StatusBadge
                  tone={allowed ? 'pos' : 'neg'}
                  icon={allowed ? IconCircleCheckFilled : IconCircleX}
                  label={name}
                  meaning={t(allowed ? 'canOperate.allowed' : 'canOperate.refused')}
                />
              )}
            </li>
          )
        })}
      </ul>
      {reasons.length > 0 && (
        <p className={classes.muted}>{reasons.map((reason) => t(`canOperate.reasons.${reason}`)).join(' · ')}</p>
      )}
    </section>
  )
}
