import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { EmployeeDetail } from '#contract/staff.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import classes from './staff.module.css'
import { StateBadge } from './state-badge.tsx'

export const formatEmployeeName = ({ name, surname }: Pick<EmployeeDetail, 'name' | 'surname'>): string =>
  [name, surname].filter(Boolean).join(' ')

/** An office of another zone, until it is decided. */
const WaitingOfficeNotice = ({ waiting }: { waiting: NonNullable<EmployeeDetail['officeWaiting']> }) => {
  const { t } = useTranslation('staff')
  const format = useFormatters()
  const { approvalId, makerName, madeAt, officeName } = waiting
  return (
    <div role="status">
      <Notice>
        {t('detail.officeWaits', { office: officeName, who: makerName ?? '–', at: format.dateTime(madeAt) })}{' '}
        <ApprovalLink approvalId={approvalId}>{t('detail.openApproval')}</ApprovalLink>
      </Notice>
    </div>
  )
}

/** Who it is, where they work, and what can be done with the record. */
export const EmployeeHead = ({ employee }: { employee: EmployeeDetail }) => {
  const { t } = useTranslation('staff')
  const mayEdit = usePermission('bt_RRHH', 'edit')
  const { cvl, position, officeName, state, terminatedOn } = employee
  return (
    <PageHead
      title={formatEmployeeName(employee)}
      context={
        <span className={classes.context}>
          <span>{cvl}</span>
          <span>{t(`positions.${position}`)}</span>
          <span>{officeName}</span>
          <StateBadge state={state} terminatedOn={terminatedOn} />
        </span>
      }
      action={
        <div className={classes.actions}>
          <RecordNavigation />
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            {t('detail.print')}
          </Button>
          {mayEdit && !employee.ownRecord && (
            <Button component={Link} to={`/crm/RRHH/${employee.id}/editar`}>
              {t('detail.edit')}
            </Button>
          )}
        </div>
      }
    >
      {employee.officeWaiting && <WaitingOfficeNotice waiting={employee.officeWaiting} />}
      {employee.ownRecord && mayEdit && <p className={classes.muted}>{t('detail.ownRecord')}</p>}
    </PageHead>
  )
}
