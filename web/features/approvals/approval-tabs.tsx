import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { approvalBoxes, countWaiting } from '#contract/approvals.ts'
import { read } from '#web/core/query.ts'
import classes from './approvals.module.css'

export const waitingQuery = read(countWaiting, {})

/** Which changes, and who stands in for whom: links, so that each has an address. */
export const ApprovalTabs = ({ current }: { current: (typeof approvalBoxes)[number] | 'substitutions' }) => {
  const { t } = useTranslation('approvals')
  const waiting = useQuery(waitingQuery).data?.waiting
  const tab = (name: typeof current, href: string) => (
    <Link key={name} to={href} className={classes.tab} aria-current={current === name ? 'page' : undefined}>
      {t(`tabs.${name}`)}
      {name === 'waiting' && waiting !== undefined && <span className={classes.count}>{waiting}</span>}
    </Link>
  )
  return (
    <nav className={classes.tabs} aria-label={t('tabs.label')}>
      {approvalBoxes.map((box) => tab(box, box === 'waiting' ? '/crm/Aprobaciones' : `/crm/Aprobaciones?box=${box}`))}
      {tab('substitutions', '/crm/Aprobaciones/suplencias')}
    </nav>
  )
}
