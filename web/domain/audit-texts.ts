import { useMemo } from 'react'
import type { AuditEventRow } from '#contract/audit.ts'
import type texts from '#locales/es/audit.ts'
import { useTranslation } from '#web/core/use-translation.ts'

type AuditActionCode = keyof typeof texts.actions
type AuditEntityCode = keyof typeof texts.entities
type AuditActor = Pick<AuditEventRow, 'personName' | 'cvl' | 'actingCvl' | 'actingName' | 'byUser'>

/** What the audit's codes are called; what has no word stays as it is. */
export const useAuditTexts = () => {
  const { t, i18n } = useTranslation('audit')
  return useMemo(
    () => ({
      action: (code: string): string => {
        // 'clients.exported' stands in the texts as clients_exported: a point leads into a group there.
        const key = code.replaceAll('.', '_')
        return i18n.exists(`audit:actions.${key}`) ? t(`actions.${key as AuditActionCode}`) : code
      },
      entity: (code: string): string =>
        i18n.exists(`audit:entities.${code}`) ? t(`entities.${code as AuditEntityCode}`) : code,
      /** Both identities: whoever signed in, and in whose view they worked. */
      who: ({ personName, cvl, actingCvl, actingName, byUser }: AuditActor): string => {
        const name = personName ?? cvl ?? t(byUser ? 'formerUser' : 'nobody')
        return actingCvl && actingCvl !== cvl ? t('acting', { name, acting: actingName ?? actingCvl }) : name
      },
    }),
    [t, i18n],
  )
}

/** Where the record has a page of its own. */
export const buildRecordHref = ({ entity, entityId }: Pick<AuditEventRow, 'entity' | 'entityId'>): string | null => {
  const pages: Record<string, string> = {
    client: '/clientes',
    employee: '/crm/RRHH',
    goal: '/crm/Objetivos',
    handover: '/crm/Traspasos',
    product: '/crm/Productos',
    payment: '/crm/Retiradas',
    access: '/crm/ModulosPermisos/personas',
  }
  if (entity === 'permissions') return '/crm/ModulosPermisos'
  return pages[entity] && entityId ? `${pages[entity]}/${entityId}` : null
}
