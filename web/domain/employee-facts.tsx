import type { ReactNode } from 'react'
import type { OwnEmployeeRecord } from '#contract/personal-area.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FactCard } from '#web/ui/record-cards.tsx'
import { MailLink } from './mail-link.tsx'

/** Of anybody's record, HR's or one's own: the screen loads the texts 'staff'. */
type Props = { employee: OwnEmployeeRecord }

const renderPhoneLink = (phone: string | null): ReactNode =>
  phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{formatPhone(phone)}</a>
const renderMailLink = (email: string | null): ReactNode => email && <MailLink email={email} />

/** The job. Whoever may open the supervisor's record gets a link to it, others the name: that is the screen's to know. */
export const EmployeeWorkFacts = ({ employee, supervisor }: Props & { supervisor: ReactNode }) => {
  const { t } = useTranslation('staff')
  const format = useFormatters()
  const { employmentType, weeklyHours } = employee
  return (
    <FactCard
      title={t('groups.work')}
      facts={[
        [t('fields.position'), t(`positions.${employee.position}`)],
        [t('fields.supervisor'), supervisor ?? t('detail.top')],
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
        [t('fields.email'), renderMailLink(employee.email)],
        [t('fields.phone'), renderPhoneLink(employee.phone)],
        [t('fields.phone2'), renderPhoneLink(employee.phone2)],
        [t('fields.dataSource'), employee.dataSource],
      ]}
    />
  )
}

export const EmployeePersonalFacts = ({ employee }: Props) => {
  const { t } = useTranslation('staff')
  const format = useFormatters()
  const countryName = useCountryName()
  const { nationality, maritalStatus, gender, children } = employee
  return (
    <FactCard
      title={t('groups.personal')}
      facts={[
        [t('fields.birthDate'), format.date(employee.birthDate)],
        [t('fields.nationality'), nationality && countryName(nationality)],
        [t('fields.maritalStatus'), maritalStatus && t(`maritalStatuses.${maritalStatus}`)],
        [t('fields.gender'), gender && t(`genders.${gender}`)],
        [t('fields.children'), children === null ? null : String(children)],
        [t('fields.personalEmail'), renderMailLink(employee.personalEmail)],
      ]}
    />
  )
}

export const EmployeeAddressFacts = ({ employee: { address } }: Props) => {
  const { t } = useTranslation('staff')
  const { streetType } = address
  return (
    <FactCard
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
