import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ComponentType, type KeyboardEvent, type ReactNode, useId } from 'react'
import { markWords } from '#web/ui/mark-words.ts'
import { useRestoreFocus } from '#web/ui/use-restore-focus.ts'
import classes from './palette.module.css'

export type SearchOption = {
  key: string
  title: string
  note?: string
  /** What was found, where neither of them shows it. */
  match?: { label: string; text: string }
  icon: ComponentType<{ size?: number; stroke?: number }>
}

type SearchDialogProps<L extends SearchOption> = {
  /** What the dialog is called; the field too, unless it has a name of its own. */
  label: string
  fieldLabel?: string
  hint: string
  text: string
  onText: (text: string) => void
  onFocus?: () => void
  /** What was typed, marked where it stands in a line. */
  words?: readonly string[]
  /** In groups that have a name, or in one that has none. */
  groups: readonly { name: string | null; lines: readonly L[] }[]
  /** Which line is chosen, counted through all groups; beyond the last one it is the last. */
  selectedIndex: number
  onChosen: (at: number) => void
  /** Enter, with what is chosen, if anything is. */
  onEnter: (line: L | undefined) => void
  onGo: (line: L) => void
  /** What is going on, said to those who don't see it too. */
  statusText: string
  onClose: () => void
  /** Between the field and the lines. */
  children?: ReactNode
}

type SearchResultsProps<L extends SearchOption> = Pick<
  SearchDialogProps<L>,
  'groups' | 'words' | 'onChosen' | 'onGo'
> & {
  id: string
  at: number
}

/** The text, with what was typed marked in it. */
const MarkedText = ({ text, words }: { text: string; words: readonly string[] }) => {
  const pieces = markWords(text, words)
  let at = 0
  return pieces.map(({ text: piece, marked }) => {
    const key = at
    at += piece.length
    return marked ? (
      <mark key={key} className={classes.mark}>
        {piece}
      </mark>
    ) : (
      piece
    )
  })
}

/** The lines under the field, each group under its name. */
const SearchResults = <L extends SearchOption>({
  id,
  groups,
  words = [],
  at,
  onChosen,
  onGo,
}: SearchResultsProps<L>) => {
  const lines = groups.flatMap((group) => group.lines)
  const option = (line: L) => {
    const place = lines.indexOf(line)
    return (
      // biome-ignore lint/a11y: the focus stays in the field, whose keys move and choose.
      <div
        key={line.key}
        id={`${id}-${place}`}
        role="option"
        aria-selected={place === at}
        className={classes.item}
        onMouseMove={() => onChosen(place)}
        onClick={() => onGo(line)}
        ref={(element) => {
          if (place === at) element?.scrollIntoView({ block: 'nearest' })
        }}
      >
        <line.icon size={18} stroke={1.6} />
        <span className={classes.title}>
          <MarkedText text={line.title} words={words} />
        </span>
        {line.match && (
          <span className={classes.match}>
            {line.match.label} <MarkedText text={line.match.text} words={words} />
          </span>
        )}
        {line.note && (
          <span className={classes.note}>
            <MarkedText text={line.note} words={words} />
          </span>
        )}
      </div>
    )
  }
  return groups.map(({ name, lines: own }) =>
    name === null ? (
      own.map(option)
    ) : (
      // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
      <div key={name} role="group" aria-label={name}>
        <div className={classes.group} aria-hidden>
          {name}
        </div>
        {own.map(option)}
      </div>
    ),
  )
}

/** A field over the page and what fits its words: arrows choose, Enter or a click takes, Esc leaves. */
export const SearchDialog = <L extends SearchOption>(props: SearchDialogProps<L>) => {
  const {
    label,
    fieldLabel = label,
    hint,
    text,
    onText,
    groups,
    words = [],
    selectedIndex,
    onChosen,
    onEnter,
    onGo,
    statusText,
  } = props
  const id = useId()
  useRestoreFocus()
  const lines = groups.flatMap((group) => group.lines)
  const at = Math.min(selectedIndex, lines.length - 1)
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && lines.length) {
      event.preventDefault()
      onChosen((at + step + lines.length) % lines.length)
    }
    if (event.key === 'Enter') onEnter(lines[at])
  }
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size="lg"
      lockScroll={false}
      centered={false}
      yOffset="12vh"
      transitionProps={{ duration: 80 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>
        <div className={classes.field}>
          <IconSearch size={20} stroke={1.6} aria-hidden />
          <input
            className={classes.input}
            type="text"
            role="combobox"
            aria-label={fieldLabel}
            aria-expanded
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={lines[at] ? `${id}-${at}` : undefined}
            placeholder={hint}
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            data-autofocus
            value={text}
            onChange={(event) => {
              onText(event.target.value)
              onChosen(0)
            }}
            onKeyDown={press}
            onFocus={props.onFocus}
          />
          <kbd className={classes.escape}>Esc</kbd>
        </div>
        {props.children}
        <div id={id} role="listbox" aria-label={label} className={classes.found}>
          <SearchResults id={id} groups={groups} words={words} at={at} onChosen={onChosen} onGo={onGo} />
        </div>
        <p className={classes.says} role="status">
          {statusText}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}
