import { type ComboboxItem, Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { normalizeText } from '../normalize-text.ts'

/** More aren't drawn: nobody scrolls through hundreds, they type. */
const maxVisibleOptions = 60

/**
 * Where the server finds the options it is told what is typed, and they are shown as they come; `answered` is the text to which they are the answer,
 * null while there is none yet: Enter takes nothing of an older one.
 */
type OptionsSource =
  | { onSearch: (typed: string) => void; answered: string | null }
  | { onSearch?: undefined; answered?: undefined }

type Props = Omit<
  SelectProps<string>,
  | 'data'
  | 'dropdownOpened'
  | 'onDropdownOpen'
  | 'onDropdownClose'
  | 'value'
  | 'onChange'
  | 'searchable'
  | 'searchValue'
  | 'onSearchChange'
  | 'filter'
  | 'limit'
> & {
  data: readonly ComboboxItem[]
  /** Of the chosen option; '' for none. */
  value: string
  onChange: (value: string, option: ComboboxItem | null) => void
} & OptionsSource

/** The options in sight of a field, and whether one is marked. */
const listShownOptions = (field: HTMLElement) => {
  const options = document
    .getElementById(field.getAttribute('aria-controls') ?? '')
    ?.querySelectorAll<HTMLElement>('[data-combobox-option]')
  return { first: options?.[0], isMarked: [...(options ?? [])].some((option) => 'comboboxSelected' in option.dataset) }
}

/** Enter where the server finds the options: it takes the first one as soon as the options are those of what is typed. */
const useEnterOnAnswer = (isOpen: boolean, typed: string, answered: string | null | undefined) => {
  const [waiting, setWaiting] = useState<HTMLElement | null>(null)
  const isAnswered = answered === undefined || answered === typed.trim()
  useEffect(() => {
    if (!waiting || !isAnswered) return
    setWaiting(null)
    listShownOptions(waiting).first?.click()
  }, [waiting, isAnswered])
  const enter = (event: KeyboardEvent<HTMLInputElement>): void => {
    setWaiting(null)
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    const { first, isMarked } = listShownOptions(event.currentTarget)
    if (!isOpen || (isAnswered && (isMarked || !first))) return
    event.preventDefault()
    event.stopPropagation()
    setWaiting(event.currentTarget)
  }
  return { enter, forget: () => setWaiting(null) }
}

const filterOptions: NonNullable<SelectProps<string>['filter']> = ({ options, search, limit }) => {
  const searchText = normalizeText(search.trim())
  return options
    .filter((option) => !('label' in option) || normalizeText(option.label).includes(searchText))
    .slice(0, limit)
}

/**
 * A choice out of many, found by typing. Enter takes the first that matches. Text that names no option stays when the field is left, with an
 * error, so that it can be mended. Needs the texts of forms.
 */
export const SearchSelect = ({
  data,
  value,
  onChange,
  onSearch,
  answered,
  error,
  onFocus,
  onBlur,
  ...props
}: Props) => {
  const { t } = useTranslation(['form', 'common'])
  const nothingFoundMessage = 'nothingFoundMessage' in props ? props.nothingFoundMessage : t('common:noData')
  const [typed, setTyped] = useState(() => data.find((option) => option.value === value)?.label ?? '')
  const [isUnmatched, setUnmatched] = useState(false)
  const hasFocus = useRef(false)
  const chosen = data.find((option) => option.value === value)
  // A list without anything to show is closed to the kit: Esc is the dialog's then.
  const [isOpen, setOpen] = useState(false)
  const { enter, forget } = useEnterOnAnswer(isOpen, typed, answered)
  const search = (next: string): void => {
    // The kit wipes on leaving what names no option.
    if (!hasFocus.current && isLeft(next)) return
    setTyped(next)
    setUnmatched(false)
    // The name of an option that was chosen is nothing to search for: the server may find nothing by it, and the choice would be gone.
    if (!data.some(({ label }) => label === next)) onSearch?.(next)
  }
  const isLeft = (next: string): boolean =>
    typed.trim() !== '' && next !== typed && !data.some(({ label }) => label === typed)
  const leave = (): void => {
    hasFocus.current = false
    setOpen(false)
    forget()
    const isWrong = typed.trim() !== '' && typed !== chosen?.label
    setUnmatched(isWrong)
    // What stands there is not what was chosen before.
    if (isWrong && value !== '') onChange('', null)
  }
  return (
    <Select
      {...props}
      nothingFoundMessage={nothingFoundMessage}
      dropdownOpened={isOpen && (!onSearch || data.length > 0 || nothingFoundMessage !== undefined)}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      data={data}
      value={value || null}
      onChange={(picked, option) => onChange(picked ?? '', picked === null ? null : option)}
      searchable
      selectFirstOptionOnChange
      searchValue={typed}
      onSearchChange={search}
      {...(onSearch ? { filter: ({ options }) => options } : { filter: filterOptions, limit: maxVisibleOptions })}
      error={isUnmatched ? t('codes.noMatch', { typed: typed.trim() }) : error}
      onFocus={(event) => {
        hasFocus.current = true
        onFocus?.(event)
      }}
      {...(onSearch && { onKeyDownCapture: enter })}
      // Before the kit's own way of leaving.
      onBlurCapture={leave}
      onBlur={onBlur}
    />
  )
}
