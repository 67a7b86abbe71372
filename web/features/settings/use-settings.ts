import { useMutation, useQuery } from '@tanstack/react-query'
import type { RequestInput } from '#contract/core/endpoint.ts'
import { changeSettings, getSettings } from '#contract/settings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { refreshSession, usePermission } from '#web/core/session.ts'

type SettingsChange = Omit<RequestInput<typeof changeSettings>['body'], 'version'>

const settingsQuery = buildQueryOptions(getSettings, {})

/** The settings as they are, and how to change them: a change is made on what is shown, and loses against one that came before. */
export const useSettings = () => {
  const { data, error, refetch } = useQuery(settingsQuery)
  const change = useMutation({
    mutationFn: (body: SettingsChange) =>
      callEndpoint(changeSettings, { body: { version: data?.version ?? 0, ...body } }, { refreshOnRefusal: true }),
    onSuccess: () => refreshSession(),
  })
  return {
    settings: data,
    error,
    refetch,
    change: change.mutateAsync,
    changing: change.isPending,
    failure: change.error,
    mayEdit: usePermission('bt_Ajustes', 'edit'),
  }
}
