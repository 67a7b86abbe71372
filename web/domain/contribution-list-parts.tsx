import type { Translate } from '#web/core/use-translation.ts'

/** The first and the last day, as every list of money that came in asks for them. */
export const buildDateRangeFilters = (t: Translate<'contributions'>) => ({
  from: {
    control: 'dateRange' as const,
    to: 'to' as const,
    endLabels: [t('fields.from'), t('fields.to')] as const,
    alwaysShown: true as const,
  },
  to: { control: 'rangeEnd' as const },
})
