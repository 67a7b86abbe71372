import { useCallback, useMemo } from 'react'
import { type TimelineKind, timelineKinds } from '#contract/timeline.ts'
import { useAddress } from '#web/core/use-address.ts'

export type TimelineFilters = { kinds: readonly TimelineKind[]; from: string; to: string; search: string }

const addressKeys = {
  kinds: 'timelineKind',
  from: 'timelineFrom',
  to: 'timelineTo',
  search: 'timelineSearch',
} as const

const dayPattern = /^(?:\d{4}-\d\d-\d\d|[a-zA-Z]{3,30}\d{0,3})$/
const readDay = (value: string | null): string => (value && dayPattern.test(value) ? value : '')

/** What the address says of the timeline; what it can't mean is left out. */
export const readTimelineFilters = (params: URLSearchParams): TimelineFilters => {
  const named = params.get(addressKeys.kinds)?.split(',') ?? []
  return {
    kinds: timelineKinds.filter((kind) => named.includes(kind)),
    from: readDay(params.get(addressKeys.from)),
    to: readDay(params.get(addressKeys.to)),
    search: (params.get(addressKeys.search) ?? '').slice(0, 80).trim(),
  }
}

/** The address with these filters; the rest of it stays. */
export const writeTimelineFilters = (
  params: URLSearchParams,
  { kinds, ...texts }: TimelineFilters,
): URLSearchParams => {
  const next = new URLSearchParams(params)
  const values = { kinds: kinds.join(','), ...texts }
  for (const [name, key] of Object.entries(addressKeys)) {
    const value = values[name as keyof TimelineFilters]
    if (value) next.set(key, value)
    else next.delete(key)
  }
  return next
}

/** The filters of the timeline, whose only home is the address. */
export const useTimelineFilters = () => {
  const [params, change] = useAddress()
  const filters = useMemo(() => readTimelineFilters(params), [params])
  const changeFilters = useCallback(
    (some: Partial<TimelineFilters>): void =>
      change((now) => writeTimelineFilters(now, { ...readTimelineFilters(now), ...some }), {
        replace: true,
        state: { stays: true },
      }),
    [change],
  )
  const isFiltered = filters.kinds.length > 0 || filters.from !== '' || filters.to !== '' || filters.search !== ''
  return { filters, change: changeFilters, isFiltered }
}
