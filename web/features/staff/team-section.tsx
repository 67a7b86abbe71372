import type { AdjacentColleague, EmployeeDetail } from '#contract/staff.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'

const buildEmployeeHref = ({ id, opens }: AdjacentColleague): string | undefined =>
  opens ? `/crm/RRHH/${id}` : undefined

/** Those who report to them, now or by a plan. */
export const TeamSection = ({ employee: { reports } }: { employee: EmployeeDetail }) => {
  const { t } = useTranslation('staff')
  const columns: readonly RowColumn<AdjacentColleague, never>[] = [
    { key: 'name', label: t('fields.fullName'), phone: 1 },
    { key: 'cvl', label: t('fields.cvl'), phone: 2 },
    { key: 'position', label: t('fields.position'), phone: 3, cell: (position) => t(`positions.${position}`) },
  ]
  return (
    <Section title={t('groups.team')}>
      {reports.length > 0 ? (
        <DataTable label={t('groups.team')} columns={columns} rows={reports} rowHref={buildEmployeeHref} dense />
      ) : (
        <p className={textClasses.muted}>{t('detail.noTeam')}</p>
      )}
    </Section>
  )
}
