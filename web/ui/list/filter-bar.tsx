import { Button, Kbd } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { memo, type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DebouncedInput } from './debounced-input.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import classes from './filters.module.css'
import type { FilterChoice, FilterSpec } from './list-types.ts'
import { type ListState, withFilters } from './list-url-state.ts'
import { useKeyBindings } from './use-key-bindings.ts'
import type { ChangeList } from './use-list-state.ts'

type FilterChoiceMap = Readonly<Record<string, FilterChoice>>

const isBarFilter = (entry: [string, FilterChoice]): entry is [string, FilterSpec] =>
  !['search', 'elsewhere'].includes(entry[1].control)

/** Takes away every filter of the bar; what the screen draws elsewhere, a tab for example, stays. */
export const clearFilters =
  (choices: FilterChoiceMap) =>
  (state: ListState): ListState =>
    withFilters(
      state,
      Object.fromEntries(
        Object.keys(state.filters).flatMap((key) => (choices[key]?.control === 'elsewhere' ? [] : [[key, '']])),
      ),
    )

/** True if a filter of the bar is set. */
export const isFiltered = (choices: FilterChoiceMap, values: ListState['filters']): boolean =>
  Object.keys(values).some((key) => choices[key]?.control !== 'elsewhere')

type Props = { choices: FilterChoiceMap; values: ListState['filters']; change: ChangeList; tools: ReactNode }

/** Search, filters as chips, and the drawer with all of them. Another page or order of the same rows doesn't draw it again. */
export const FilterBar = memo(({ choices, values, change, tools }: Props) => {
  const { t } = useTranslation('list')
  const [opened, setOpened] = useState(false)
  const searchBox = useRef<HTMLInputElement>(null)
  useKeyBindings({ '/': () => searchBox.current?.select() })

  const filters = Object.entries(choices).filter(isBarFilter)
  const search = Object.entries(choices).find(([, choice]) => choice.control === 'search')
  const set = useCallback(
    (key: string, value: string, how?: { replace: boolean }): void =>
      change((now) => withFilters(now, { [key]: value }), how),
    [change],
  )
  const clear = (): void => change(clearFilters(choices))
  return (
    <search className={classes.bar} data-plain={!search || undefined} aria-label={t('filters.label')}>
      {search?.[1].control === 'search' && (
        <DebouncedInput
          ref={searchBox}
          className={classes.search!}
          type="search"
          aria-label={t('search')}
          placeholder={search[1].label}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            <Kbd size="xs" className={classes.key}>
              /
            </Kbd>
          }
          rightSectionPointerEvents="none"
          maxLength={80}
          autoComplete="off"
          value={values[search[0]] ?? ''}
          onChange={(value, how) => set(search[0], value, how)}
        />
      )}
      <div className={classes.tools}>{tools}</div>
      <div className={classes.chips}>
        <FilterChips filters={filters} values={values} onChange={set} />
        {filters.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.all}
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            onClick={() => setOpened(true)}
          >
            {t('filters.all')}
          </Button>
        )}
        {isFiltered(choices, values) && (
          <Button variant="subtle" size="compact-sm" color="gray" onClick={clear}>
            {t('filters.clear')}
          </Button>
        )}
      </div>
      <FilterDrawer
        opened={opened}
        onClose={() => setOpened(false)}
        filters={filters}
        values={values}
        onChange={set}
        onClear={clear}
      />
    </search>
  )
})
