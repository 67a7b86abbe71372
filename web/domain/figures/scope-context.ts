import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getDashboard } from '#contract/figures.ts'
import { useTranslation } from '#web/core/use-translation.ts'

type Scope = ResponseBody<typeof getDashboard>['scope']

/** Whose figures they are, in words. */
export const useScopeContext = () => {
  const { t } = useTranslation('figures')
  return ({ person, view, isWholeFirm }: Scope): string => {
    if (person) return t(view === 'team' ? 'reach.team' : 'reach.person', { name: person.name })
    return t(isWholeFirm ? 'reach.firm' : 'reach.own')
  }
}
