import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { EmployeeDetail, Neighbour } from '#contract/staff.ts'
import { useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { Facts } from '#web/ui/facts.tsx'
import classes from './staff.module.css'

type Props = { employee: EmployeeDetail }
/** Somebody whose page opens, unless it is said that it doesn't. */
type Person = Pick<Neighbour, 'id' | 'name'> & Partial<Pick<Neighbour, 'opens'>>

export const PersonLink = ({ person: { id, name, opens = true } }: { person: Person }) =>
  opens ? <Link to={`/crm/RRHH/${id}`}>{name}</Link> : name

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
