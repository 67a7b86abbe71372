import { useMemo } from 'react'
import { formatPhone } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'

type RowRecords = { clientId?: string; accountId?: string | null; phone?: string | null; email?: string | null }

/** What a row leads to beside its own record: its client by telephone, by e-mail and on their page, and its account. */
export const useRecordRowActions = (): ((records: RowRecords) => RowAction[]) => {
  const { t } = useTranslation('list')
  const maySeeClients = usePermission('bt_Clientes', 'view')
  return useMemo(
    () =>
      ({ clientId, accountId, phone, email }) => {
        const actions: (RowAction | false | undefined | null | '')[] = [
          phone && {
            key: 'phone',
            label: t('rowActions.phone', { phone: formatPhone(phone) }),
            href: `tel:${phone.replace(/[^+\d]/g, '')}`,
          },
          email && { key: 'email', label: t('rowActions.email', { email }), href: `mailto:${email}` },
          maySeeClients && clientId && { key: 'client', label: t('rowActions.client'), href: `/clientes/${clientId}` },
          maySeeClients &&
            clientId &&
            accountId && {
              key: 'account',
              label: t('rowActions.account'),
              href: `/clientes/${clientId}/cuentas/${accountId}`,
            },
        ]
        return actions.filter((action): action is RowAction => Boolean(action))
      },
    [t, maySeeClients],
  )
}
