import { IconAlertTriangle } from '@tabler/icons-react'
import type { ApprovalDetail } from '#contract/approvals.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './approvals.module.css'

/** What is unusual about a change, to be read before it is decided; nothing where nothing is. */
export const ApprovalSignals = ({ signals }: Pick<ApprovalDetail, 'signals'>) => {
  const { t } = useTranslation('approvals')
  if (signals.length === 0) return null
  return (
    <section className={classes.signals} aria-labelledby="approval-signals">
      <h2 id="approval-signals">
        <IconAlertTriangle size={16} aria-hidden />
        {t('signals.title')}
      </h2>
      <ul>
        {signals.map((signal) => (
          <li key={signal}>{t(`signals.${signal}`)}</li>
        ))}
      </ul>
    </section>
  )
}
