import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { approvalBoxes, countWaiting } from '#contract/approvals.ts'
import { read } from '#web/core/query.ts'
import { PartTabs } from '#web/ui/part-tabs.tsx'

export const waitingQuery = read(countWaiting, {})

const home = '/crm/Aprobaciones'

/** Which changes, and who stands in for whom. */
export const ApprovalTabs = ({ current }: { current: (typeof approvalBoxes)[number] | 'substitutions' }) => {
  const { t } = useTranslation('approvals')
  const waiting = useQuery(waitingQuery).data?.waiting
  const nameOf = (box: (typeof approvalBoxes)[number]): string =>
    box === 'waiting' && waiting ? `${t('tabs.waiting')} (${waiting})` : t(`tabs.${box}`)
  return (
    <PartTabs
      label={t('tabs.label')}
      current={current}
      parts={[
        ...approvalBoxes.map((box) => ({
          key: box,
          name: nameOf(box),
          href: box === 'waiting' ? home : `${home}?box=${box}`,
        })),
        { key: 'substitutions', name: t('tabs.substitutions'), href: `${home}/suplencias` },
      ]}
    />
  )
}
