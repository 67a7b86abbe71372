import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type EmployeeDetail, getEmployee } from '#contract/staff.ts'
import { CallError } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Cards, RecordBones } from '#web/ui/facts.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { AccessFacts, AddressFacts, ClientFacts, PersonalFacts, RelativeFacts, WorkFacts } from './employee-facts.tsx'
import { EmployeeHead } from './employee-head.tsx'
import { SecretsCard } from './secrets-card.tsx'
import classes from './staff.module.css'
import { SupervisorSection } from './supervisor-section.tsx'
import { TeamSection } from './team-section.tsx'
import { TerminationSection } from './termination-section.tsx'

const Employee = ({ employee }: { employee: EmployeeDetail }) => (
  <div className={classes.screen}>
    <EmployeeHead employee={employee} />
    <Cards>
      <WorkFacts employee={employee} />
      <div className={classes.screen}>
        <PersonalFacts employee={employee} />
        <AddressFacts employee={employee} />
      </div>
      <SecretsCard key={employee.id} employee={employee} />
      <AccessFacts employee={employee} />
      <ClientFacts employee={employee} />
      <RelativeFacts employee={employee} />
    </Cards>
    <SupervisorSection employee={employee} />
    <TeamSection employee={employee} />
    <TerminationSection employee={employee} />
    <RecordHistory entity="employee" recordId={employee.id} />
  </div>
)

/** The record of one member of staff. */
export default function EmployeeScreen() {
  const { t } = useTranslation(['staff', 'list', 'shell'])
  const { employeeId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getEmployee, { params: { employeeId } }))
  if (data) return <Employee employee={data} />
  if (!error) return <RecordBones label={t('list:loading')} tiles={0} />
  const missing = error instanceof CallError && error.status === 404
  return (
    <div className={classes.screen}>
      <PageHead title={missing ? t('shell:screens.employee') : t('detail.loadFailed')} />
      <ErrorState error={error} {...(!missing && { onRetry: () => void refetch() })} />
    </div>
  )
}
