import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { EmployeeDetail } from '#contract/staff.ts'
import { useCan } from '#web/core/session.ts'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import classes from './staff.module.css'
import { StateBadge } from './state-badge.tsx'

export const plainName = ({ name, surname }: Pick<EmployeeDetail, 'name' | 'surname'>): string =>
  [name, surname].filter(Boolean).join(' ')

/** Who it is, where they work, and what can be done with the record. */
export const EmployeeHead = ({ employee }: { employee: EmployeeDetail }) => {
  const { t } = useTranslation('staff')
  const mayEdit = useCan('bt_RRHH', 'edit')
  const { cvl, position, officeName, state, terminatedOn } = employee
  return (
    <PageHead
      title={plainName(employee)}
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
          <RecordTrail />
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
      {employee.ownRecord && mayEdit && <p className={classes.muted}>{t('detail.ownRecord')}</p>}
    </PageHead>
  )
}
