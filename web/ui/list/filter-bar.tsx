import { Button, Kbd } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import {
  type ComponentProps,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { DebouncedInput } from './debounced-input.tsx'
import { FilterChips } from './filter-chips.tsx'
import { type FilterChoiceMap, listFilterFields, readFieldValues, splitField } from './filter-fields.ts'
import type { ListTranslate } from './filter-text.ts'
import classes from './filters.module.css'
import { type ListState, type ListUrlContract, setListFilters } from './list-url-state.ts'
import { useKeyBindings } from './use-key-bindings.ts'
import type { ChangeList } from './use-list-state.ts'

/** Comes when it is opened. */
const FilterDrawer = lazy(() => import('./filter-drawer.tsx'))

/** Takes away every filter of the bar; what the screen draws elsewhere, a tab for example, stays. */
export const clearFilters =
  (choices: FilterChoiceMap) =>
  (state: ListState): ListState =>
    setListFilters(
      state,
      Object.fromEntries(
        Object.keys(state.filters).flatMap((key) => (choices[key]?.control === 'elsewhere' ? [] : [[key, '']])),
      ),
    )

/** True if a filter of the bar is set. */
export const isFiltered = (choices: FilterChoiceMap, values: ListState['filters']): boolean =>
  Object.keys(values).some((key) => choices[key]?.control !== 'elsewhere')

/** What the filters are called that keep rows out. */
export const listSetFilterLabels = (
  choices: FilterChoiceMap,
  values: ListState['filters'],
  t: ListTranslate,
): string[] => {
  const labels = new Map<string, string>(listFilterFields(choices, t).map(([key, { label }]) => [key, label]))
  return Object.keys(values).flatMap((key) => {
    if (choices[key]?.control === 'search') return [`«${values[key]}»`]
    const ranged = Object.entries(choices).find(([, choice]) => choice.control === 'dateRange' && choice.to === key)
    const label = labels.get(ranged && !values[ranged[0]] ? ranged[0] : key)
    return label === undefined ? [] : [label]
  })
}

type Props = {
  choices: FilterChoiceMap
  /** What each filter takes. */
  checks: ListUrlContract['checks']
  values: ListState['filters']
  change: ChangeList
  toolbar: ReactNode
}

type SearchBoxProps = Pick<ComponentProps<typeof DebouncedInput>, 'ref' | 'placeholder' | 'value' | 'onChange'>
const ListSearchBox = (props: SearchBoxProps) => {
  const { t } = useTranslation('list')
  return (
    <DebouncedInput
      {...props}
      className={classes.search!}
      type="search"
      aria-label={t('search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        <Kbd size="xs" className={classes.key}>
          /
        </Kbd>
      }
      rightSectionPointerEvents="none"
      maxLength={80}
      autoComplete="off"
    />
  )
}

/** Search, filters as chips, and the drawer with all of them. Another page or order of the same rows doesn't draw it again. */
export const FilterBar = memo(({ choices, checks, values, change, toolbar }: Props) => {
  const { t } = useTranslation(['list', 'common'])
  const [opened, setOpened] = useState<boolean>()
  const searchBox = useRef<HTMLInputElement>(null)
  const filters = useMemo(() => listFilterFields(choices, t), [choices, t])
  const fieldValues = useMemo(() => readFieldValues(filters, values), [filters, values])
  const multiple = useMemo(() => Object.keys(checks).filter((key) => 'severalOf' in checks[key]!), [checks])
  const search = Object.entries(choices).find(([, choice]) => choice.control === 'search')
  useKeyBindings({ ...(search && { '/': () => searchBox.current?.select() }) })
  const set = useCallback(
    (key: string, value: string, how?: { replace: boolean }): void =>
      change((now) => setListFilters(now, splitField(choices[key], key, value)), how),
    [change, choices],
  )
  const clear = (): void => change(clearFilters(choices))
  return (
    <search className={classes.bar} data-plain={!search || undefined} aria-label={t('filters.label')}>
      {search?.[1].control === 'search' && (
        <ListSearchBox
          ref={searchBox}
          placeholder={search[1].label}
          value={values[search[0]] ?? ''}
          onChange={(value, how) => set(search[0], value, how)}
        />
      )}
      <div className={classes.tools}>{toolbar}</div>
      <div className={classes.chips}>
        <FilterChips filters={filters} values={fieldValues} multiple={multiple} onChange={set} />
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
          <Button variant="subtle" size="compact-sm" color="gray" aria-label={t('filters.clear')} onClick={clear}>
            {t('filters.clearAll')}
          </Button>
        )}
      </div>
      {opened !== undefined && (
        <Suspense>
          <FilterDrawer
            opened={opened}
            onClose={() => setOpened(false)}
            filters={filters}
            values={fieldValues}
            multiple={multiple}
            onChange={set}
            onClear={clear}
          />
        </Suspense>
      )}
    </search>
  )
})
