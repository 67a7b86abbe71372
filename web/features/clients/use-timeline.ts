import { useInfiniteQuery } from '@tanstack/react-query'
import { getClientTimeline } from '#contract/timeline.ts'
import { buildQueryMeta, callCombinedInSession } from '#web/core/query-client.ts'
import type { TimelineFilters } from './timeline-filters.ts'

/** The timeline of a client, page by page. Its first page comes with the other reads of the client's page. */
export const useTimeline = (clientId: string, { kinds, from, to, search }: TimelineFilters) => {
  const query = {
    ...(kinds.length > 0 && { kind: kinds.join(',') }),
    ...(from && { from }),
    ...(to && { to }),
    ...(search && { search }),
  }
  return useInfiniteQuery({
    queryKey: [getClientTimeline.path, { params: { clientId }, query }],
    queryFn: ({ pageParam, signal }) =>
      callCombinedInSession(
        getClientTimeline,
        { params: { clientId }, query: { ...query, ...(pageParam && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    meta: buildQueryMeta(getClientTimeline),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  })
}
