import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { externalKinds, toInstitutionFilter } from '#contract/external-positions/kinds.ts'
import type { listExternalByProduct } from '#contract/external-positions.ts'
import { getExternalPositionOptions } from '#contract/external-positions.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { FilterChoices } from '#web/ui/list/list-types.ts'

export const positionOptionsQuery = buildQueryOptions(getExternalPositionOptions, {})

/** What narrows positions and their groups alike. */
export const useSharedFilters = (): FilterChoices<typeof listExternalByProduct> => {
  const { t } = useTranslation('external-positions')
  const { data } = useQuery(positionOptionsQuery)
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      institution: {
        control: 'select',
        label: t('fields.institution'),
        alwaysShown: true,
        options: (data?.institutions ?? []).map((name) => ({ value: toInstitutionFilter(name), label: name })),
      },
      kind: {
        control: 'select',
        label: t('fields.kind'),
        alwaysShown: true,
        options: externalKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      manager: {
        control: 'select',
        label: t('fields.manager'),
        options: (data?.managers ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
    }),
    [t, data],
  )
}
