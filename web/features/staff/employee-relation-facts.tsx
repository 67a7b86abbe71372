import { Link } from 'react-router'
import type { AdjacentColleague, EmployeeDetail } from '#contract/staff.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FactCard } from '#web/ui/record-cards.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './staff.module.css'

type Props = { employee: EmployeeDetail }
/** Somebody whose page opens, unless it is said that it doesn't. */
type Person = Pick<AdjacentColleague, 'id' | 'name'> & Partial<Pick<AdjacentColleague, 'opens'>>

export const PersonLink = ({ person: { id, name, opens = true } }: { person: Person }) =>
  opens ? <Link to={`/crm/RRHH/${id}`}>{name}</Link> : name

/** How many clients they look after, and the way to them for whoever may see clients. */
export const EmployeeClientFacts = ({ employee: { id, clients } }: Props) => {
  const { t } = useTranslation(['staff', 'shell'])
  const format = useFormatters()
  const mayOpen = usePermission('bt_Clientes', 'view')
  return (
    <FactCard
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
      {clients.length === 0 && <p className={textClasses.muted}>{t('detail.noClients')}</p>}
    </FactCard>
  )
}

/** What they sign in as, for whom that is somebody. */
export const EmployeeAccessFacts = ({ employee: { access } }: Props) => {
  const { t } = useTranslation(['staff', 'shell'])
  const format = useFormatters()
  const maySee = usePermission('bt_ModulosPermisos', 'view')
  if (!access)
    return (
      <FactCard title={t('groups.access')} facts={[]}>
        <p className={textClasses.muted}>{t('detail.noAccess')}</p>
      </FactCard>
    )
  const { userId, username, role, endedAt, disabled } = access
  return (
    <FactCard
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
      {endedAt && <p className={textClasses.muted}>{t('detail.accessEnded', { at: format.dateTime(endedAt) })}</p>}
      {disabled && <p className={textClasses.muted}>{t('detail.disabled')}</p>}
      {maySee && !endedAt && (
        <p className={classes.below}>
          <Link to={`/crm/ModulosPermisos/personas/${userId}`}>{t('detail.permissions')}</Link>
        </p>
      )}
    </FactCard>
  )
}

export const EmployeeRelativeFacts = ({ employee: { relatives } }: Props) => {
  const { t } = useTranslation('staff')
  return (
    <FactCard
      title={t('groups.relatives')}
      facts={relatives.map(({ relation, name, employeeId }) => [
        t(`relations.${relation}`),
        employeeId ? <PersonLink key={employeeId} person={{ id: employeeId, name }} /> : name,
      ])}
    >
      {relatives.length === 0 && <p className={textClasses.muted}>{t('detail.noRelatives')}</p>}
    </FactCard>
  )
}
