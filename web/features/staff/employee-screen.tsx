import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type EmployeeDetail, getEmployee, revealEmployeeSensitiveData } from '#contract/staff.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { EmployeeAddressFacts, EmployeePersonalFacts, EmployeeWorkFacts } from '#web/domain/employee-facts.tsx'
import { EmployeeSecretsCard } from '#web/domain/employee-secrets-card.tsx'
import { EmployeePictureControl } from '#web/domain/picture-control.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { StaffPicture } from '#web/domain/staff-picture.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { CardGrid } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import { EmployeeAccessFacts, EmployeeClientFacts, EmployeeRelativeFacts, PersonLink } from './employee-facts.tsx'
import { EmployeeHead, formatEmployeeName } from './employee-head.tsx'
import classes from './staff.module.css'
import { SupervisorSection } from './supervisor-section.tsx'
import { TeamSection } from './team-section.tsx'
import { TerminationSection } from './termination-section.tsx'
import { useRefreshStaff } from './use-refresh-staff.ts'

type Props = { employee: EmployeeDetail }

/** The face: to change for whoever may change the record. */
const EmployeePictureSection = ({ employee }: Props) => {
  const { t } = useTranslation('pictures')
  const changed = useRefreshStaff()
  const mayEdit = usePermission('bt_RRHH', 'edit') && !employee.ownRecord
  const { id, pictureId } = employee
  if (!mayEdit && !pictureId) return null
  const props = { employeeId: id, name: formatEmployeeName(employee), pictureId }
  return (
    <Section title={t('title')}>
      {mayEdit ? (
        <EmployeePictureControl {...props} onChanged={() => void changed()} />
      ) : (
        <StaffPicture {...props} size="large" />
      )}
    </Section>
  )
}

/** Whoever may change the numbers may see them in clear, which the audit keeps. */
const EmployeeSecretsSection = ({ employee: { id, secrets, accountChange } }: Props) => {
  const changed = useRefreshStaff()
  const mayShow = usePermission('bt_RRHH', 'edit')
  const show = () => callEndpoint(revealEmployeeSensitiveData, { params: { employeeId: id } })
  return (
    <EmployeeSecretsCard secrets={secrets} waiting={accountChange} show={mayShow ? show : null} onShown={changed} />
  )
}

const EmployeeDetails = ({ employee }: Props) => (
  <div className={classes.screen}>
    <EmployeeHead employee={employee} />
    <EmployeePictureSection employee={employee} />
    <CardGrid>
      <EmployeeWorkFacts
        employee={employee}
        supervisor={employee.supervisor && <PersonLink person={employee.supervisor} />}
      />
      <div className={classes.screen}>
        <EmployeePersonalFacts employee={employee} />
        <EmployeeAddressFacts employee={employee} />
      </div>
      <EmployeeSecretsSection key={employee.id} employee={employee} />
      <EmployeeAccessFacts employee={employee} />
      <EmployeeClientFacts employee={employee} />
      <EmployeeRelativeFacts employee={employee} />
    </CardGrid>
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
