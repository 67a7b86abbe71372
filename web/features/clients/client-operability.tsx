import { IconCircleCheckFilled, IconCircleX, IconUserCheck } from '@tabler/icons-react'
import type { ClientDetail } from '#contract/clients/client.ts'
import { clientOperations, operationBlockReasons } from '#contract/clients/operation-eligibility.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { getReasonLink } from './client-record-links.ts'
import { ClientSectionLink } from './client-section-link.tsx'
import classes from './clients.module.css'

/** Whether the client may bring money, take it and renew, and what stands in the way, in one line. */
export const ClientOperability = ({ client: { id, canOperate: verdict } }: { client: ClientDetail }) => {
  const { t } = useTranslation(['client', 'clients'])
  const mayEdit = usePermission('bt_Clientes', 'edit')
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
                  iconLabel={t(allowed ? 'canOperate.allowed' : 'canOperate.refused')}
                />
              )}
            </li>
          )
        })}
      </ul>
      {reasons.length > 0 && (
        <ul className={`${classes.muted} ${classes.verdicts}`}>
          {reasons.map((reason) => (
            <li key={reason}>
              <ClientSectionLink clientId={id} to={getReasonLink(reason, mayEdit)}>
                {t(`clients:stopReasons.${reason}`)}
              </ClientSectionLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
