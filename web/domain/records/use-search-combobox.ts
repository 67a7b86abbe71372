import { useCombobox } from '@mantine/core'
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useTypedAhead } from '#web/ui/use-typed-ahead.ts'

/**
 * A list that opens under a button, with a search on the server. What is typed while the search field is on its way belongs to it, and
 * Enter takes the first of what was typed, however late it is found.
 */
export const useSearchCombobox = () => {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const [isEnterPending, setEnterPending] = useState(false)
  const typedAhead = useTypedAhead(({ text, isEnterPressed }) => {
    setTyped(text)
    setEnterPending(isEnterPressed && text.trim() !== '')
  })
  const combobox = useCombobox({
    onDropdownClose: () => {
      typedAhead.end()
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setTyped('')
      setEnterPending(false)
    },
    onDropdownOpen: () => {
      typedAhead.begin(() => latest.current.closeDropdown())
      combobox.focusSearchInput()
    },
  })
  // As it is when a key comes: open.
  const latest = useRef(combobox)
  latest.current = combobox
  const searchProps = {
    value: typed,
    role: 'combobox',
    'aria-expanded': true,
    onFocus: typedAhead.onFocus,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped(currentTarget.value)
      setEnterPending(false)
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter' && typed.trim() && combobox.getSelectedOptionIndex() < 0) setEnterPending(true)
    },
  }
  /** Called with each list: chooses its first line where it was found for all that was typed, never for less of it. */
  const follow = (isUpToDate: boolean): void => {
    const isFound = combobox.dropdownOpened && search !== '' && isUpToDate
    if (isFound) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
    if (!isFound || !isEnterPending) return
    setEnterPending(false)
    combobox.clickSelectedOption()
  }
  return { combobox, typed, search, isSearchOfTyped: search === typed.trim(), isEnterPending, searchProps, follow }
}
