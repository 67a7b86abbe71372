import { IconUserOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ClientDetail } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './clients.module.css'

/** That the data of a client is only kept, or that nobody is named any more. Nothing for all others. */
export const RestrictedClientNotice = ({ client: { id, restrictedAt, erasedAt } }: { client: ClientDetail }) => {
  const { t } = useTranslation('client')
  const format = useFormatters()
  const maySee = usePermission('bt_Supresiones', 'view')
  if (restrictedAt === null) return null
  return (
    <div role="note" id="erasure" tabIndex={-1} className={classes.blocks}>
      <div className={classes.blocked}>
        <IconUserOff size={18} aria-hidden />
        <div>
          <strong>{t(erasedAt ? 'erasure.erased' : 'erasure.restricted')}</strong>
          <div>
            {erasedAt
              ? t('erasure.erasedLead', { date: format.dateTime(erasedAt) })
              : t('erasure.restrictedLead', { date: format.dateTime(restrictedAt) })}
          </div>
          {maySee && <Link to={`/clientes/${id}/supresion`}>{t('erasure.open')}</Link>}
        </div>
      </div>
    </div>
  )
}
