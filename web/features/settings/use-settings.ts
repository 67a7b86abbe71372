import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestInput } from '#contract/core/endpoint.ts'
import { changeSettings, getSettings } from '#contract/settings.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { refreshSession, usePermission } from '#web/core/session.ts'

type SettingsChange = Omit<RequestInput<typeof changeSettings>['body'], 'version'>

const settingsQuery = buildQueryOptions(getSettings, {})

/** The settings as they are, and how to change them: a change is made on what is shown, and loses against one that came before. */
export const useSettings = () => {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(settingsQuery)
  const change = useMutation({
    mutationFn: (body: SettingsChange) =>
      callEndpoint(changeSettings, { body: { version: data?.version ?? 0, ...body } }),
    onSuccess: (after) => {
      client.setQueryData(settingsQuery.queryKey, after)
      return refreshSession()
    },
    onError: (failure) =>
      failure instanceof CallError && failure.status === 409
        ? client.invalidateQueries({ queryKey: settingsQuery.queryKey })
        : undefined,
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

/** Rates concern the settings and, through what amounts are shown in, every page. */
export const useRefreshRates = () => {
  const client = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all([client.invalidateQueries({ queryKey: settingsQuery.queryKey }), refreshSession()])
  }
}
