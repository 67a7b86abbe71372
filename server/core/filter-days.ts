import { z } from 'zod'
import { FilterDay } from '#contract/core/values.ts'
import { resolveFilterDay } from '#rules/relative-day.ts'

/**
 * What makes days that move with the calendar ('today', 'monthStart') those that they are on the firm's own day. Whatever takes the filters of a list
 * outside of it needs this too: a figure above the list, and a choice of all that match.
 */
export const createFilterDayResolver = (filterShape: z.ZodRawShape) => {
  const dayFilters = Object.entries(filterShape).flatMap(([key, schema]) =>
    schema instanceof z.ZodOptional && schema.unwrap() === FilterDay ? [key] : [],
  )
  return <F extends object>(filters: F, { businessDate }: { businessDate: string }): F => {
    const resolved = { ...filters } as Record<string, unknown>
    for (const key of dayFilters)
      if (typeof resolved[key] === 'string') resolved[key] = resolveFilterDay(resolved[key], businessDate)
    return resolved as F
  }
}
