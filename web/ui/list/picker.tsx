import { Combobox, useCombobox } from '@mantine/core'
import { cloneElement, type ReactElement, useMemo, useState } from 'react'
import type { Option } from './list-types.ts'

/** Lists longer than this have a search field. */
const minOptionsForSearch = 8
/** More aren't drawn: nobody scrolls through hundreds, they type. */
const maxVisibleOptions = 60

const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

type Props = {
  options: readonly Option[]
  value: string | undefined
  onPick: (value: string) => void
  /** What is chosen. */
  label: string
  searchLabel: string
  nothing: string
  /** The button that opens the choice. */
  target: (toggle: () => void) => ReactElement<{ onFocus?: () => void; onPointerEnter?: () => void }>
}

/** A choice out of a list that opens from a button, with search where the list is long. */
export const Picker = ({ options, value, onPick, label, searchLabel, nothing, target }: Props) => {
  const [typed, setTyped] = useState('')
  // A page has many of these, and most are never opened: the list is made when pointer or focus comes near.
  const [near, setNear] = useState(false)
  const come = (): void => setNear(true)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setTyped('')
    },
    onDropdownOpen: () => {
      come()
      if (isLong) combobox.focusSearchInput()
      else combobox.selectActiveOption()
    },
  })
  const isLong = options.length > minOptionsForSearch
  const matching = useMemo(() => {
    const searchText = normalizeText(typed.trim())
    return near
      ? options.filter(({ label }) => normalizeText(label).includes(searchText)).slice(0, maxVisibleOptions)
      : []
  }, [near, options, typed])
  return (
    <Combobox
      store={combobox}
      width={isLong ? 340 : 'max-content'}
      position="bottom-start"
      onOptionSubmit={(picked) => {
        onPick(picked)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes>
        {cloneElement(
          target(() => combobox.toggleDropdown()),
          { onFocus: come, onPointerEnter: come },
        )}
      </Combobox.Target>
      {near && (
        <Combobox.Dropdown miw={160}>
          {isLong && (
            <Combobox.Search
              value={typed}
              role="combobox"
              aria-expanded
              aria-label={searchLabel}
              placeholder={searchLabel}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value)
                combobox.updateSelectedOptionIndex()
              }}
            />
          )}
          <Combobox.Options aria-label={label} mah={320} style={{ overflowY: 'auto' }}>
            {matching.map((option) => (
              <Combobox.Option
                key={option.value}
                value={option.value}
                active={option.value === value}
                selected={option.value === value}
              >
                {option.label}
              </Combobox.Option>
            ))}
            {matching.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}
