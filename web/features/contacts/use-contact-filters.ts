import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { contactStages } from '#contract/contacts/stages.ts'
import { getContactOptions, type listContacts } from '#contract/contacts.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { FilterChoices } from '#web/ui/list/list-types.ts'

export const contactOptionsQuery = { ...buildQueryOptions(getContactOptions, {}), staleTime: 60_000 }

const toSelectOptions = (named: readonly { id: string; name: string }[] = []) =>
  named.map(({ id, name }) => ({ value: id, label: name }))

/** What narrows the list and the board alike; the board has the stages in its columns. */
export const useContactFilters = (): FilterChoices<typeof listContacts> => {
  const { t } = useTranslation('contacts')
  const { data } = useQuery(contactOptionsQuery)
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      stage: {
        control: 'select',
        label: t('fields.stage'),
        alwaysShown: true,
        options: contactStages.map((value) => ({ value, label: t(`stages.${value}`) })),
      },
      owner: { control: 'select', label: t('fields.owner'), alwaysShown: true, options: toSelectOptions(data?.owners) },
      team: { control: 'select', label: t('fields.team'), options: toSelectOptions(data?.owners) },
      type: { control: 'select', label: t('fields.type'), options: toSelectOptions(data?.types) },
      work: { control: 'select', label: t('fields.work'), options: toSelectOptions(data?.works) },
      reference: { control: 'select', label: t('fields.reference'), options: toSelectOptions(data?.references) },
      source: { control: 'select', label: t('fields.source'), options: toSelectOptions(data?.sources) },
      wantsInvestments: {
        control: 'select',
        label: t('fields.wantsInvestments'),
        options: [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ],
      },
      amount: { control: 'amount', label: t('fields.amount') },
      from: {
        control: 'dateRange',
        label: t('fields.createdAt'),
        to: 'to',
        endLabels: [t('fields.from'), t('fields.to')],
      },
      to: { control: 'rangeEnd' },
      convertedFrom: {
        control: 'dateRange',
        label: t('fields.convertedAt'),
        to: 'convertedTo',
        endLabels: [t('fields.convertedFrom'), t('fields.convertedTo')],
      },
      convertedTo: { control: 'rangeEnd' },
    }),
    [t, data],
  )
}
