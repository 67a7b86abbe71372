import { useMemo } from 'react'
import type { CellGrant, PersonDecision } from '#contract/access.ts'
import type { Scope } from '#contract/permissions.ts'
import { useTranslation } from '#web/core/use-translation.ts'

/** What cells and decisions are called. */
export const useAccessTexts = () => {
  const { t } = useTranslation(['permissions', 'access'])
  return useMemo(() => {
    const scopes = (some: readonly Scope[]): string => some.map((scope) => t(`access:scopes.${scope}`)).join(' + ')
    return {
      scopes,
      /** 'Ver, Crear · Propio' */
      cell: ({ actions, scope }: CellGrant): string =>
        actions.length === 0
          ? t('cell.nothing')
          : `${actions.map((action) => t(`access:actions.${action}`)).join(', ')} · ${scopes([scope])}`,
      outcome: ({ allowed, scopes: some }: PersonDecision): string => (allowed ? scopes(some) : t('result.no')),
    }
  }, [t])
}
