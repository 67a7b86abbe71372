import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type EmployeeDetail, getEmployee, showEmployeeSecrets } from '#contract/staff.ts'
import { call } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { AddressFacts, PersonalFacts, WorkFacts } from '#web/domain/employee-facts.tsx'
import { PictureControl } from '#web/domain/picture-control.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { SecretsCard } from '#web/domain/secrets-card.tsx'
import { StaffPicture } from '#web/domain/staff-picture.tsx'
import { Cards } from '#web/ui/facts.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { Section } from '#web/ui/section.tsx'
import { AccessFacts, ClientFacts, PersonLink, RelativeFacts } from './employee-facts.tsx'
import { EmployeeHead, plainName } from './employee-head.tsx'
import classes from './staff.module.css'
import { SupervisorSection } from './supervisor-section.tsx'
import { TeamSection } from './team-section.tsx'
import { TerminationSection } from './termination-section.tsx'
import { useStaffChanged } from './use-staff-changed.ts'

type Props = { employee: EmployeeDetail }

/** The face: to change for whoever may change the record. */
const Picture = ({ employee }: Props) => {
  const { t } = useTranslation('pictures')
  const changed = useStaffChanged()
  const mayEdit = useCan('bt_RRHH', 'edit') && !employee.ownRecord
  const { id, pictureId } = employee
  if (!mayEdit && !pictureId) return null
  const props = { employeeId: id, name: plainName(employee), pictureId }
  return (
    <Section title={t('title')}>
      {mayEdit ? (
        <PictureControl {...props} onChanged={() => void changed()} />
      ) : (
        <StaffPicture {...props} size="large" />
      )}
    </Section>
  )
}

/** Whoever may change the numbers may see them in clear, which the audit keeps. */
const Secrets = ({ employee: { id, secrets, accountChange } }: Props) => {
  const changed = useStaffChanged()
  const mayShow = useCan('bt_RRHH', 'edit')
  const show = () => call(showEmployeeSecrets, { params: { employeeId: id } })
  return <SecretsCard secrets={secrets} waiting={accountChange} show={mayShow ? show : null} onShown={changed} />
}

const Employee = ({ employee }: Props) => (
  <div className={classes.screen}>
    <EmployeeHead employee={employee} />
    <Picture employee={employee} />
    <Cards>
      <WorkFacts employee={employee} supervisor={employee.supervisor && <PersonLink person={employee.supervisor} />} />
      <div className={classes.screen}>
        <PersonalFacts employee={employee} />
        <AddressFacts employee={employee} />
      </div>
      <Secrets key={employee.id} employee={employee} />
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
  return (
    <NoRecord title={t('shell:screens.employee')} failed={t('detail.loadFailed')} error={error} refetch={refetch} />
  )
}
