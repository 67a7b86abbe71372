import { Combobox, useCombobox } from '@mantine/core'
import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { splitFilterValues } from '#contract/core/filter-check.ts'
import { normalizeText } from '../normalize-text.ts'
import { useTypedAhead } from '../use-typed-ahead.ts'
import classes from './filters.module.css'
import type { Option } from './list-types.ts'

/** Lists longer than this have a search field. */
const minOptionsForSearch = 8
/** More aren't drawn: nobody scrolls through hundreds, they type. */
const maxVisibleOptions = 60
/** After so long a letter begins a new word. */
const typingPauseMs = 700

type Props = {
  options: readonly Option[]
  /** Several with commas between them, where several can be chosen. */
  value: string | undefined
  isMultiple?: boolean
  onPick: (value: string) => void
  /** What is chosen. */
  label: string
  searchLabel: string
  emptyText: string
  /** The button that opens the choice. */
  target: (toggle: () => void) => ReactElement<{
    onFocus?: () => void
    onPointerEnter?: () => void
    onKeyDown?: (event: KeyboardEvent) => void
    onBlur?: (event: FocusEvent) => void
  }>
}

/** Letters go to the option that begins with them, and the same letter again to the next, as in a list of the system. */
const useTypedOption = () => {
  const last = useRef({ text: '', at: 0 })
  /** Its position; undefined where the key is no letter, -1 where nothing begins so. */
  return (event: KeyboardEvent, options: readonly Option[], selected: number): number | undefined => {
    const isGoingOn = event.timeStamp - last.current.at < typingPauseMs
    // A space closes the list, as on every button of one.
    const isLetter = /^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter) {
      last.current = { text: '', at: 0 }
      return undefined
    }
    const text = isGoingOn ? last.current.text + event.key : event.key
    last.current = { text, at: event.timeStamp }
    const find = (start: string, after: number): number =>
      options.findIndex(({ label }, at) => at > after && normalizeText(label).startsWith(normalizeText(start)))
    const position = find(text, -1)
    if (position >= 0 || new Set(text).size > 1) return position
    const next = find(event.key, selected)
    return next < 0 ? find(event.key, -1) : next
  }
}

/** A choice out of a list that opens from a button, with search where the list is long. */
export const Picker = ({ options, value = '', isMultiple, onPick, label, searchLabel, emptyText, target }: Props) => {
  const chosen = isMultiple ? splitFilterValues(value) : [value]
  // What was picked a moment ago, until the value follows: who picks two at once picks both.
  const handedOn = useRef<string | null>(null)
  useEffect(() => {
    if (value === handedOn.current) handedOn.current = null
  }, [value])
  // Those that are chosen as the list opens stand first in a long one.
  const [first, setFirst] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  // A page has many of these, and most are never opened: the list is made when pointer or focus comes near.
  const [near, setNear] = useState(false)
  const come = (): void => setNear(true)
  const [isEnterPending, setEnterPending] = useState(false)
  const typedAhead = useTypedAhead(({ text, isEnterPressed }) => {
    setTyped(text)
    setEnterPending(isEnterPressed)
  })
  // Closed because the focus went elsewhere: it stays there.
  const isLeft = useRef(false)
  const combobox = useCombobox({
    onDropdownClose: () => {
      typedAhead.end()
      setTypedOptionId(null)
      combobox.resetSelectedOption()
      if (!isLeft.current) combobox.focusTarget()
      isLeft.current = false
      setTyped('')
    },
    onDropdownOpen: () => {
      come()
      handedOn.current = null
      setFirst(isMultiple ? chosen : [])
      if (!isLong) return void combobox.selectActiveOption()
      typedAhead.begin(() => latest.current.closeDropdown())
      combobox.focusSearchInput()
    },
  })
  // As it is when a key comes: open.
  const latest = useRef(combobox)
  latest.current = combobox
  const isLong = options.length > minOptionsForSearch
  // Opened by a key of its row, the list is made only now: the choice that stands is where the arrows begin.
  useEffect(() => {
    if (near && !isLong && latest.current.dropdownOpened) latest.current.selectActiveOption()
  }, [near, isLong])
  const matching = useMemo(() => {
    const searchText = normalizeText(typed.trim())
    if (!near) return []
    const isFirst = (option: Option): boolean => first.includes(option.value)
    const ordered =
      isLong && first.length > 0
        ? [...options.filter(isFirst), ...options.filter((option) => !isFirst(option))]
        : options
    return ordered.filter(({ label }) => normalizeText(label).includes(searchText)).slice(0, maxVisibleOptions)
  }, [near, options, typed, first, isLong])
  useEffect(() => {
    if (!isEnterPending) return
    setEnterPending(false)
    latest.current.selectFirstOption()
    latest.current.clickSelectedOption()
  }, [isEnterPending])
  const findTyped = useTypedOption()
  // What letters led to, for who hears it; what arrows lead to is told by the target itself.
  const [typedOptionId, setTypedOptionId] = useState<string | null>(null)
  const goToTyped = (event: KeyboardEvent): void => {
    if (isLong || !combobox.dropdownOpened) return
    const position = findTyped(event, matching, combobox.getSelectedOptionIndex())
    if (position === undefined) {
      setTypedOptionId(null)
      return
    }
    // The keys of the page rest meanwhile.
    event.preventDefault()
    if (position >= 0) setTypedOptionId(combobox.selectOption(position) ?? null)
  }
  /** Open, it would keep the keys of the page from acting, and cover the page, for somebody who is no longer there. */
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (!combobox.dropdownOpened || !relatedTarget) return
    isLeft.current = true
    combobox.closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      width={isLong ? 340 : 'max-content'}
      position="bottom-start"
      onOptionSubmit={(picked) => {
        if (isMultiple) {
          const before = handedOn.current === null ? chosen : splitFilterValues(handedOn.current)
          const others = before.filter((one) => one !== picked)
          handedOn.current = (others.length < before.length ? others : [...before, picked]).join()
          onPick(handedOn.current)
          return
        }
        onPick(picked)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target
        targetType="button"
        withAriaAttributes
        {...(typedOptionId && { 'aria-activedescendant': typedOptionId })}
      >
        {cloneElement(
          target(() => combobox.toggleDropdown()),
          { onFocus: come, onPointerEnter: come, onKeyDown: goToTyped, ...(!isLong && { onBlur: leave }) },
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
              onFocus={typedAhead.onFocus}
              onBlur={leave}
              placeholder={searchLabel}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value)
                combobox.updateSelectedOptionIndex()
              }}
            />
          )}
          <Combobox.Options
            aria-label={label}
            aria-multiselectable={isMultiple || undefined}
            mah="min(320px, 45dvh)"
            style={{ overflowY: 'auto' }}
          >
            {matching.map((option) => (
              <Combobox.Option
                key={option.value}
                value={option.value}
                active={chosen.includes(option.value)}
                selected={chosen.includes(option.value)}
                className={isMultiple ? classes.option : undefined}
              >
                {option.label}
              </Combobox.Option>
            ))}
            {matching.length === 0 && <Combobox.Empty>{emptyText}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}
