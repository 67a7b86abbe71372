import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getChosenNames } from '#contract/profitability.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type FigureChoice, toFigureQuery } from '#web/domain/figures/figure-choice.ts'

/** What the study can be narrowed to, each by a row of another grouping. */
const chosenKeys = ['product', 'manager', 'client'] as const

/** The product, the manager or the client whose accounts are shown, each with a way back to all. */
export const ChosenFilters = ({ choice }: { choice: FigureChoice }) => {
  const { t } = useTranslation('profitability')
  const [params, changeAddress] = useAddress()
  const chosen = chosenKeys.filter((key) => params.has(key))
  const query = { ...toFigureQuery(choice), ...Object.fromEntries(chosen.map((key) => [key, params.get(key)!])) }
  const { data } = useQuery({ ...buildQueryOptions(getChosenNames, { query }), enabled: chosen.length > 0 })
  const nameOf = (key: (typeof chosenKeys)[number]): string => {
    if (!data) return '…'
    return data[key]?.name ?? t(data[key] ? 'noManager' : 'chosen.unknown')
  }
  return chosen.map((key) => {
    const name = t(`chosen.${key}`, { name: nameOf(key) })
    return (
      <Button
        key={key}
        variant="default"
        size="compact-sm"
        rightSection={<IconX size={14} aria-hidden />}
        aria-label={t('chosen.remove', { name })}
        onClick={() =>
          changeAddress((now) => {
            now.delete(key)
            now.delete('page')
          })
        }
      >
        {name}
      </Button>
    )
  })
}
