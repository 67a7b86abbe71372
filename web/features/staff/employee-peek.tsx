import { useQuery } from '@tanstack/react-query'
import { getEmployee } from '#contract/staff.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmployeeWorkFacts } from '#web/domain/employee-facts.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PeekHead } from '#web/ui/peek-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { EmployeeContext, formatEmployeeName } from './employee-head.tsx'
import { PersonLink } from './employee-relation-facts.tsx'
import { StateBadge } from './state-badge.tsx'

/** A member of staff beside the list. */
export default function EmployeePeek({ row: { id } }: { row: { id: string } }) {
  const { t } = useTranslation(['staff', 'list'])
  const { data: employee, error, refetch } = useQuery(buildQueryOptions(getEmployee, { params: { employeeId: id } }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!employee) return <RecordSkeleton label={t('list:loading')} tiles={0} />
  return (
    <>
      <PeekHead
        title={formatEmployeeName(employee)}
        context={<EmployeeContext employee={employee} />}
        badges={<StateBadge state={employee.state} terminatedOn={employee.terminatedOn} />}
      />
      <EmployeeWorkFacts
        employee={employee}
        supervisor={employee.supervisor && <PersonLink person={employee.supervisor} />}
      />
    </>
  )
}
