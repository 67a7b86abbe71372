import { useQuery } from '@tanstack/react-query'
import { approvalViews, countPendingApprovals } from '#contract/approvals.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SectionTabs } from '#web/ui/section-tabs.tsx'

export const pendingApprovalCountQuery = buildQueryOptions(countPendingApprovals, {})

const approvalsBasePath = '/crm/Aprobaciones'

/** Which changes, and who stands in for whom. */
export const ApprovalTabs = ({ current }: { current: (typeof approvalViews)[number] | 'substitutions' }) => {
  const { t } = useTranslation('approvals')
  const waiting = useQuery(pendingApprovalCountQuery).data?.waiting
  return (
    <SectionTabs
      label={t('tabs.label')}
      current={current}
      parts={[
        ...approvalViews.map((box) => ({
          key: box,
          name: t(`tabs.${box}`),
          ...(box === 'waiting' && { count: waiting }),
          href: box === 'waiting' ? approvalsBasePath : `${approvalsBasePath}?box=${box}`,
        })),
        { key: 'substitutions', name: t('tabs.substitutions'), href: `${approvalsBasePath}/suplencias` },
      ]}
    />
  )
}
