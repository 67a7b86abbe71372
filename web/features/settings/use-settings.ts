import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '#contract/core/endpoint.ts'
import { changeSettings, getSettings } from '#contract/settings.ts'
import { CallError, call } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { refreshSession, useCan } from '#web/core/session.ts'

type Change = Omit<Sent<typeof changeSettings>['body'], 'version'>

const settings = read(getSettings, {})

/** The settings as they are, and how to change them: a change is made on what is shown, and loses against one that came before. */
export const useSettings = () => {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(settings)
  const change = useMutation({
    mutationFn: (body: Change) => call(changeSettings, { body: { version: data?.version ?? 0, ...body } }),
    onSuccess: (after) => {
      client.setQueryData(settings.queryKey, after)
      return refreshSession()
    },
    onError: (failure) =>
      failure instanceof CallError && failure.status === 409
        ? client.invalidateQueries({ queryKey: settings.queryKey })
        : undefined,
  })
  return {
    settings: data,
    error,
    refetch,
    change: change.mutateAsync,
    changing: change.isPending,
    failure: change.error,
    mayEdit: useCan('bt_Ajustes', 'edit'),
  }
}

/** Rates concern the settings and, through what amounts are shown in, every page. */
export const useRatesChanged = () => {
  const client = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all([client.invalidateQueries({ queryKey: settings.queryKey }), refreshSession()])
  }
}
