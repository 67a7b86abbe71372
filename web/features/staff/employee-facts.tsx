import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Colleague, EmployeeDetail } from '#contract/staff.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { phoneText, useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { Facts } from '#web/ui/facts.tsx'
import classes from './staff.module.css'

type Props = { employee: EmployeeDetail }

const phoneLink = (phone: string | null): ReactNode =>
  phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phoneText(phone)}</a>
const mailLink = (email: string | null): ReactNode => email && <a href={`mailto:${email}`}>{email}</a>

export const PersonLink = ({ person: { id, name } }: { person: Pick<Colleague, 'id' | 'name'> }) => (
  <Link to={`/crm/RRHH/${id}`}>{name}</Link>
)

export const WorkFacts = ({ employee }: Props) => {
  const { t } = useTranslation('staff')
  const format = useFormat()
  const { supervisor, employmentType, weeklyHours } = employee
  return (
    <Facts
      title={t('groups.work')}
      facts={[
        [t('fields.position'), t(`positions.${employee.position}`)],
        [t('fields.supervisor'), supervisor ? <PersonLink key="s" person={supervisor} /> : t('detail.top')],
        [t('fields.office'), employee.officeName],
        [t('fields.zone'), employee.zoneName],
        [t('fields.subcompany'), employee.subcompanyName],
        [t('fields.employmentType'), employmentType && t(`employmentTypes.${employmentType}`)],
        [t('fields.weeklyHours'), weeklyHours && t('detail.hoursUnit', { hours: format.decimal(weeklyHours) })],
        [t('fields.workSchedule'), employee.workSchedule],
        [t('fields.hiredOn'), format.date(employee.hiredOn)],
        [t('fields.probationEndOn'), format.date(employee.probationEndOn)],
        [t('fields.contractEndOn'), format.date(employee.contractEndOn)],
        [t('fields.terminatedOn'), format.date(employee.terminatedOn)],
        [t('fields.email'), mailLink(employee.email)],
        [t('fields.phone'), phoneLink(employee.phone)],
        [t('fields.phone2'), phoneLink(employee.phone2)],
        [t('fields.dataSource'), employee.dataSource],
      ]}
    />
  )
}

export const PersonalFacts = ({ employee }: Props) => {
  const { t } = useTranslation('staff')
  const format = useFormat()
  const countryName = useCountryName()
  const { nationality, maritalStatus, gender, children } = employee
  return (
    <Facts
      title={t('groups.personal')}
      facts={[
        [t('fields.birthDate'), format.date(employee.birthDate)],
        [t('fields.nationality'), nationality && countryName(nationality)],
        [t('fields.maritalStatus'), maritalStatus && t(`maritalStatuses.${maritalStatus}`)],
        [t('fields.gender'), gender && t(`genders.${gender}`)],
        [t('fields.children'), children === null ? null : String(children)],
        [t('fields.personalEmail'), mailLink(employee.personalEmail)],
      ]}
    />
  )
}

export const AddressFacts = ({ employee: { address } }: Props) => {
  const { t } = useTranslation('staff')
  const { streetType } = address
  return (
    <Facts
      title={t('groups.address')}
      facts={[
        [t('fields.streetType'), streetType && t(`streetTypes.${streetType}`)],
        [t('fields.street'), address.street],
        [t('fields.streetNumber'), address.streetNumber],
        [t('fields.floor'), address.floor],
        [t('fields.door'), address.door],
        [t('fields.postalCode'), address.postalCode],
        [t('fields.town'), address.town],
        [t('fields.province'), address.province],
      ]}
    />
  )
}

/** How many clients they look after, and the way to them for whoever may see clients. */
export const ClientFacts = ({ employee: { id, clients } }: Props) => {
  const { t } = useTranslation(['staff', 'shell'])
  const format = useFormat()
  const mayOpen = useCan('bt_Clientes', 'view')
  return (
    <Facts
      title={t('groups.clients')}
      facts={clients.map(({ role, count }) => [
        t(`shell:roles.${role}`),
        mayOpen ? (
          <Link key={role} to={role === 'manager' ? `/clientes?manager=${id}` : `/clientes?view=of&person=${id}`}>
            {format.number(count)}
          </Link>
        ) : (
          format.number(count)
        ),
      ])}
    >
      {clients.length === 0 && <p className={classes.muted}>{t('detail.noClients')}</p>}
    </Facts>
  )
}

/** What they sign in as, for whom that is somebody. */
export const AccessFacts = ({ employee: { access } }: Props) => {
  const { t } = useTranslation(['staff', 'shell'])
  const format = useFormat()
  const maySee = useCan('bt_ModulosPermisos', 'view')
  if (!access)
    return (
      <Facts title={t('groups.access')} facts={[]}>
        <p className={classes.muted}>{t('detail.noAccess')}</p>
      </Facts>
    )
  const { userId, username, role, endedAt, disabled } = access
  return (
    <Facts
      title={t('groups.access')}
      facts={[
        [
          t('detail.user'),
          <span key="user" translate="no">
            {username}
          </span>,
        ],
        [t('fields.role'), t(`shell:roles.${role}`)],
      ]}
    >
      {endedAt && <p className={classes.muted}>{t('detail.accessEnded', { at: format.dateTime(endedAt) })}</p>}
      {disabled && <p className={classes.muted}>{t('detail.disabled')}</p>}
      {maySee && !endedAt && (
        <p className={classes.below}>
          <Link to={`/crm/ModulosPermisos/personas/${userId}`}>{t('detail.permissions')}</Link>
        </p>
      )}
    </Facts>
  )
}

export const RelativeFacts = ({ employee: { relatives } }: Props) => {
  const { t } = useTranslation('staff')
  return (
    <Facts
      title={t('groups.relatives')}
      facts={relatives.map(({ relation, name, employeeId }) => [
        t(`relations.${relation}`),
        employeeId ? <PersonLink key={employeeId} person={{ id: employeeId, name }} /> : name,
      ])}
    >
      {relatives.length === 0 && <p className={classes.muted}>{t('detail.noRelatives')}</p>}
    </Facts>
  )
}
