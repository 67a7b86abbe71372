import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { getListView } from '#contract/list-views.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ListUrlContract } from './list-url-state.ts'
import { listChangedState, viewParam, writeView } from './saved-view.ts'
import { storePrefs } from './use-prefs.ts'

type Props = { list: ListUrlContract & { path: string }; viewId: string }

/** Opens the view that an address names, or says that it isn't there for the person. */
export default function ViewOpener({ list, viewId }: Props) {
  const { t } = useTranslation('list-views')
  const navigate = useNavigate()
  const { data, isError } = useQuery(buildQueryOptions(getListView, { params: { viewId } }))
  const isOther = data !== undefined && data.list !== list.path
  useEffect(() => {
    if (!data || data.list !== list.path) return
    storePrefs(list.path, data.id, data.state.columns)
    const params = writeView(list, data, new URLSearchParams(location.search))
    void navigate({ search: params.toString() }, { replace: true, state: listChangedState })
  }, [data, list, navigate])
  if (!isError && !isOther) return null
  const leave = (): void => {
    const params = new URLSearchParams(location.search)
    params.delete(viewParam)
    void navigate({ search: params.toString() }, { replace: true, state: listChangedState })
  }
  return (
    <EmptyState title={t('gone')} hint={t('goneHint')} action={<Button onClick={leave}>{t('goneAction')}</Button>} />
  )
}
