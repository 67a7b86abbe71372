import { QueryClient, queryOptions } from '@tanstack/react-query'
import { getAnswerSubjects } from '#contract/answer-subjects.ts'
import type { DataSubject } from '#contract/core/data-subjects.ts'
import type { EndpointSpec, RequestInput, ResponseBody } from '#contract/core/endpoint.ts'
import { CallError, callEndpoint, setChangeListener } from './call.ts'
import { type CombinableEndpoint, callCombined } from './combined-calls.ts'
import { forgetKnownAnswers } from './known-answers.ts'
import { useSession } from './session.ts'
import { getSessionRestriction } from './session-status.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { subjects?: readonly DataSubject[] | undefined }
  }
}

const isTransientError = (error: unknown): boolean =>
  error instanceof CallError && [0, 502, 503].includes(error.status) && !getSessionRestriction(error)

/** What the server has answered. A refusal isn't asked again; a failure that passes is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      retry: (failures, error) => failures < 2 && isTransientError(error),
      retryDelay: (failures) => 400 * 2 ** failures,
    },
  },
})

// Nothing of one person may stay for the next, nor behind a locked screen.
useSession.subscribe(({ session }, { session: before }) => {
  if (before && session?.sessionId !== before.sessionId) {
    queryClient.clear()
    forgetKnownAnswers()
  }
})

let changeBroadcaster = (_changed: readonly DataSubject[]): void => {}
/** Sets who tells the other tabs of what has changed. */
export const setChangeBroadcaster = (broadcaster: typeof changeBroadcaster): void => {
  changeBroadcaster = broadcaster
}

/**
 * Reads anew what the page shows of these subjects; what it doesn't show now, it reads when it next does. An answer that doesn't
 * say what it is about counts as about all. A hidden tab waits until somebody looks at it.
 */
export const refreshSubjects = (changed: readonly DataSubject[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta }) => !meta?.subjects || meta.subjects.some((subject) => changed.includes(subject)),
    refetchType: globalThis.document?.hidden ? 'none' : 'active',
  })

setChangeListener((changed) => {
  changeBroadcaster(changed)
  return refreshSubjects(changed)
})

/** By what an answer is found to be outdated. */
export const buildQueryMeta = (endpoint: EndpointSpec) => ({ subjects: getAnswerSubjects(endpoint) })

/** Asks while there is a session. A page that still stands there while somebody signs out or locks gets no answer, and goes. */
const askInSession = <T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> =>
  useSession.getState().session
    ? ask()
    : new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })

/** Sends the call while there is a session. Without one it waits until `signal` ends it. */
export const callInSession = <E extends EndpointSpec>(
  endpoint: E,
  sent: RequestInput<E>,
  signal: AbortSignal,
): Promise<ResponseBody<E>> => askInSession(signal, () => callEndpoint(endpoint, sent, { signal }))

/** The same for a part of a page: what is asked for so at the same moment goes in one call. */
export const callCombinedInSession = <E extends CombinableEndpoint>(
  endpoint: E,
  sent: RequestInput<E>,
  signal: AbortSignal,
): Promise<ResponseBody<E>> => askInSession(signal, () => callCombined(endpoint, sent, signal))

/** A read of the contract for useQuery, under the key [path, sent]. Going away aborts it. */
export const buildQueryOptions = <E extends EndpointSpec>(endpoint: E, sent: RequestInput<E>) =>
  queryOptions({
    queryKey: [endpoint.path, sent] as const,
    queryFn: ({ signal }) => callInSession(endpoint, sent, signal),
    meta: buildQueryMeta(endpoint),
  })

/** The same for a part of a record's page: all that the page begins to ask for at once comes in one call. */
export const buildPartQuery = <E extends CombinableEndpoint>(endpoint: E, sent: RequestInput<E>) =>
  queryOptions({
    queryKey: [endpoint.path, sent] as const,
    queryFn: ({ signal }) => callCombinedInSession(endpoint, sent, signal),
    meta: buildQueryMeta(endpoint),
  })
