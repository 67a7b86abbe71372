import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { clientViews, getClientFilterOptions } from '#contract/clients.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useSeesOwnClientsOnly } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Picker } from '#web/ui/list/picker.tsx'
import classes from './clients.module.css'

type ClientFilterOptions = ResponseBody<typeof getClientFilterOptions>
type ClientView = (typeof clientViews)[number] | 'all'

/** Of whom the shown clients are; null where it isn't told. */
export const getManagerName = (options: ClientFilterOptions | undefined, person: string): string | null =>
  options?.managers.find(({ id }) => id === person)?.name ?? options?.personName ?? null

/** Whose clients: links, so that a tab can be opened beside and gone back from. The filters that are set stay. */
export const ClientTabs = ({ options }: { options: ClientFilterOptions | undefined }) => {
  const { t } = useTranslation('clients')
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const seesOwnOnly = useSeesOwnClientsOnly()
  const person = params.get('person')
  const current = (params.get('view') ?? 'all') as ClientView
  const buildHref = (view: ClientView, of?: string): string => {
    const next = new URLSearchParams(params)
    for (const key of ['view', 'person', 'as', 'page']) next.delete(key)
    if (view !== 'all') next.set('view', view)
    if (of) next.set('person', of)
    return next.size ? `/clientes?${next}` : '/clientes'
  }
  const tab = (view: ClientView) => (
    <Link key={view} to={buildHref(view)} className={classes.tab} aria-current={current === view ? 'page' : undefined}>
      {t(`views.${view}`)}
    </Link>
  )
  const views = options?.views ?? []
  // All that they see is theirs: two tabs would lead to the same rows.
  if (seesOwnOnly) return null
  const people = options?.managers.map(({ id, name, cvl }) => ({ value: id, label: `${name} · ${cvl}` })) ?? []
  const chosen = current === 'of' && person ? getManagerName(options, person) : null
  return (
    <nav className={classes.tabs} aria-label={t('views.label')}>
      {/* First, as it is there before the others are known: no tab moves under the pointer. */}
      {tab('all')}
      {views.includes('mine') && tab('mine')}
      {views.includes('zone') && tab('zone')}
      {views.includes('of') && (
        <Picker
          options={people}
          value={person ?? undefined}
          onPick={(id) => void navigate(buildHref('of', id))}
          label={t('views.of')}
          searchLabel={t('views.person')}
          emptyText={t('views.nobody')}
          target={(toggle) => (
            <UnstyledButton className={classes.tab} data-current={current === 'of' || undefined} onClick={toggle}>
              {chosen ? t('views.ofPerson', { name: chosen }) : t('views.of')}
              <IconChevronDown size={14} aria-hidden />
            </UnstyledButton>
          )}
        />
      )}
    </nav>
  )
}
