import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { EmployeeDetail } from '#contract/staff.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './staff.module.css'

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

/** CVL, position and office, in one line. */
export const EmployeeContext = ({ employee: { cvl, position, officeName } }: { employee: EmployeeDetail }) => {
  const { t } = useTranslation('staff')
  return (
    <span className={classes.context}>
      <CopyableValue value={cvl} />
      <span>{t(`positions.${position}`)}</span>
      <span>{officeName}</span>
    </span>
  )
}

/** What can be done with the record. */
export const EmployeeActions = ({ employee }: { employee: EmployeeDetail }) => {
  const { t } = useTranslation('staff')
  const mayEdit = usePermission('bt_RRHH', 'edit')
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
        {t('detail.print')}
      </Button>
      {mayEdit && !employee.ownRecord && (
        <Button component={Link} to={`/crm/RRHH/${employee.id}/editar`}>
          {t('detail.edit')}
        </Button>
      )}
    </>
  )
}

/** What waits for a decision, and why the record may not be changed. */
export const EmployeeNotices = ({ employee }: { employee: EmployeeDetail }) => {
  const { t } = useTranslation('staff')
  const mayEdit = usePermission('bt_RRHH', 'edit')
  return (
    <>
      {employee.officeWaiting && <WaitingOfficeNotice waiting={employee.officeWaiting} />}
      {employee.ownRecord && mayEdit && <p className={textClasses.muted}>{t('detail.ownRecord')}</p>}
    </>
  )
}
