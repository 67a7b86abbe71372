import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditRow } from '#contract/audit.ts'
import type texts from '#locales/es/audit.ts'

type Action = keyof typeof texts.actions
type Entity = keyof typeof texts.entities
type Who = Pick<AuditRow, 'personName' | 'cvl' | 'actingCvl' | 'actingName' | 'byUser'>

/** What the audit's codes are called; what has no word stays as it is. */
export const useAuditWords = () => {
  const { t, i18n } = useTranslation('audit')
  return useMemo(
    () => ({
      action: (code: string): string => {
        // 'clients.exported' stands in the texts as clients_exported: a point leads into a group there.
        const key = code.replaceAll('.', '_')
        return i18n.exists(`audit:actions.${key}`) ? t(`actions.${key as Action}`) : code
      },
      entity: (code: string): string =>
        i18n.exists(`audit:entities.${code}`) ? t(`entities.${code as Entity}`) : code,
      /** Both identities: whoever signed in, and in whose view they worked. */
      who: ({ personName, cvl, actingCvl, actingName, byUser }: Who): string => {
        const name = personName ?? cvl ?? t(byUser ? 'formerUser' : 'nobody')
        return actingCvl && actingCvl !== cvl ? t('acting', { name, acting: actingName ?? actingCvl }) : name
      },
    }),
    [t, i18n],
  )
}

/** Where the record has a page of its own. */
export const recordHref = ({ entity, entityId }: Pick<AuditRow, 'entity' | 'entityId'>): string | null => {
  const pages: Record<string, string> = {
    client: '/clientes',
    employee: '/crm/RRHH',
    handover: '/crm/Traspasos',
    product: '/crm/Productos',
    payment: '/crm/Retiradas',
    access: '/crm/ModulosPermisos/personas',
  }
  if (entity === 'permissions') return '/crm/ModulosPermisos'
  return pages[entity] && entityId ? `${pages[entity]}/${entityId}` : null
}
