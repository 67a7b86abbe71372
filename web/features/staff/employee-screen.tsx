import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type EmployeeDetail, getEmployee, revealEmployeeSensitiveData } from '#contract/staff.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmployeeAddressFacts, EmployeePersonalFacts, EmployeeWorkFacts } from '#web/domain/employee-facts.tsx'
import { EmployeeSecretsCard } from '#web/domain/employee-secrets-card.tsx'
import { EmployeePictureControl } from '#web/domain/picture-control.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { StaffPicture } from '#web/domain/staff-picture.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { CardGrid } from '#web/ui/record-cards.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { Section } from '#web/ui/section.tsx'
import { EmployeeActions, EmployeeContext, EmployeeNotices, formatEmployeeName } from './employee-head.tsx'
import {
  EmployeeAccessFacts,
  EmployeeClientFacts,
  EmployeeRelativeFacts,
  PersonLink,
} from './employee-relation-facts.tsx'
import { StateBadge } from './state-badge.tsx'
import { SupervisorSection } from './supervisor-section.tsx'
import { TeamSection } from './team-section.tsx'
import { TerminationSection } from './termination-section.tsx'

type Props = { employee: EmployeeDetail }

/** The face: to change for whoever may change the record. */
const EmployeePictureSection = ({ employee }: Props) => {
  const { t } = useTranslation('pictures')
  const mayEdit = usePermission('bt_RRHH', 'edit') && !employee.ownRecord
  const { id, pictureId } = employee
  if (!mayEdit && !pictureId) return null
  const props = { employeeId: id, name: formatEmployeeName(employee), pictureId }
  return (
    <Section title={t('title')}>
      {mayEdit ? <EmployeePictureControl {...props} /> : <StaffPicture {...props} size="large" />}
    </Section>
  )
}

/** Whoever may change the numbers may see them in clear, which the audit keeps. */
const EmployeeSecretsSection = ({ employee: { id, secrets, accountChange } }: Props) => {
  const mayShow = usePermission('bt_RRHH', 'edit')
  const show = () => callEndpoint(revealEmployeeSensitiveData, { params: { employeeId: id } })
  return <EmployeeSecretsCard secrets={secrets} waiting={accountChange} show={mayShow ? show : null} />
}

const EmployeeDetails = ({ employee }: Props) => (
  <RecordPage
    title={formatEmployeeName(employee)}
    context={<EmployeeContext employee={employee} />}
    badges={<StateBadge state={employee.state} terminatedOn={employee.terminatedOn} />}
    actions={<EmployeeActions employee={employee} />}
    lead={<EmployeeNotices employee={employee} />}
    side={
      <>
        <EmployeePictureSection employee={employee} />
        <EmployeePersonalFacts employee={employee} />
        <EmployeeAddressFacts employee={employee} />
        <EmployeeSecretsSection key={employee.id} employee={employee} />
      </>
    }
    history={<RecordHistory entity="employee" recordId={employee.id} />}
  >
    <CardGrid>
      <EmployeeWorkFacts
        employee={employee}
        supervisor={employee.supervisor && <PersonLink person={employee.supervisor} />}
      />
      <EmployeeAccessFacts employee={employee} />
      <EmployeeClientFacts employee={employee} />
      <EmployeeRelativeFacts employee={employee} />
    </CardGrid>
    <SupervisorSection employee={employee} />
    <TeamSection employee={employee} />
    <TerminationSection employee={employee} />
  </RecordPage>
)

/** The record of one member of staff. */
export default function EmployeeScreen() {
  const { t } = useTranslation(['staff', 'list', 'shell'])
  const { employeeId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getEmployee, { params: { employeeId } }))
  if (data) return <EmployeeDetails employee={data} />
  return (
    <MissingRecord
      title={t('shell:screens.employee')}
      failed={t('detail.loadFailed')}
      error={error}
      refetch={refetch}
    />
  )
}
