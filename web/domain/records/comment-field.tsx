import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { maxCommentLength, searchRecordPeople } from '#contract/records.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { formatSelection, type TextFormat } from './format-selection.ts'
import { FormatToolbar } from './format-toolbar.tsx'
import { findMentionAtCaret, type Mention } from './mentions.ts'
import type { RecordKey } from './record-key.ts'
import classes from './records.module.css'

type Props = {
  recordKey: RecordKey
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
  onMention: (person: Mention) => void
  onSend: () => void
  onEscape?: () => void
  focused?: boolean
}

const formatKeys: Readonly<Record<string, TextFormat>> = { b: 'bold', i: 'italic' }

/** Colleagues who may be meant by what stands after the @; none while no mention is being typed. */
const useMentionSuggestions = (recordKey: RecordKey, typed: string | null) => {
  const debouncedSearch = useDebounced(typed)
  const { data, isPlaceholderData } = useQuery({
    ...buildQueryOptions(searchRecordPeople, { params: recordKey, query: { search: debouncedSearch ?? '' } }),
    enabled: typed !== null && debouncedSearch !== null,
    placeholderData: (before) => before,
  })
  const people = typed === null ? undefined : data?.people.filter(({ me }) => !me)
  // Found for less of the name, they are not yet who is meant: shown, and not taken.
  return { people, isFresh: typed === debouncedSearch && !isPlaceholderData }
}

/** A text of several lines in which an @ offers colleagues who see the record. Ctrl+Enter sends. */
export const CommentField = (props: Props) => {
  const { recordKey, label, placeholder, value, onChange, onMention, onSend, onEscape, focused = false } = props
  const { t } = useTranslation('records')
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [mention, setMention] = useState<{ at: number; typed: string } | null>(null)
  const [active, setActive] = useState(0)
  const [isEnterPending, setEnterPending] = useState(false)
  const { people, isFresh } = useMentionSuggestions(recordKey, mention?.typed ?? null)
  const isOpen = people !== undefined && people.length > 0
  const chosen = isOpen && isFresh ? people[Math.min(active, people.length - 1)] : undefined

  const follow = ({ value: text, selectionStart }: HTMLTextAreaElement): void => {
    setMention(findMentionAtCaret(text, selectionStart))
    setActive(0)
    setEnterPending(false)
  }
  const pick = (person: Mention): void => {
    if (!mention || !field.current) return
    const before = `${value.slice(0, mention.at)}@${person.name} `
    const after = value.slice(field.current.selectionStart)
    // At once: the next letter belongs behind the name.
    flushSync(() => {
      onChange(before + after)
      onMention(person)
      setMention(null)
    })
    field.current.focus()
    field.current.setSelectionRange(before.length, before.length)
  }
  const format = (how: TextFormat): void => {
    if (!field.current) return
    const { selectionStart, selectionEnd } = field.current
    const next = formatSelection({ text: value, start: selectionStart, end: selectionEnd }, how)
    if (next.text.length > maxCommentLength) return
    flushSync(() => onChange(next.text))
    field.current.focus()
    field.current.setSelectionRange(next.start, next.end)
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key } = event
    const isCommand = event.ctrlKey || event.metaKey
    const shortcut = isCommand && !event.shiftKey && !event.altKey ? formatKeys[key.toLowerCase()] : undefined
    const isSend = key === 'Enter' && isCommand
    if (shortcut) {
      event.preventDefault()
      format(shortcut)
    } else if (isSend) {
      event.preventDefault()
      onSend()
    } else if (chosen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      setActive((active + (key === 'ArrowDown' ? 1 : people!.length - 1)) % people!.length)
    } else if (chosen && (key === 'Enter' || key === 'Tab') && !event.shiftKey) {
      event.preventDefault()
      pick(chosen)
    } else if (mention?.typed && !isFresh && key === 'Enter') {
      // Whoever is quicker than the search means whom it is about to find.
      event.preventDefault()
      setEnterPending(true)
    } else if (key === 'Escape' && (mention || onEscape)) {
      event.preventDefault()
      event.stopPropagation()
      if (mention) setMention(null)
      else onEscape?.()
    }
  }
  useEffect(() => {
    if (!isEnterPending || !isFresh) return
    setEnterPending(false)
    if (chosen) pick(chosen)
  })
  const rest = maxCommentLength - value.length
  const announcement = isOpen
    ? t('mention.found', { count: people.length })
    : people && mention?.typed
      ? t('mention.nobody')
      : ''
  return (
    <div className={classes.field}>
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={placeholder}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={maxCommentLength}
        value={value}
        data-autofocus={focused || undefined}
        autoFocus={focused}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={chosen ? `${listId}-${chosen.userId}` : undefined}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          follow(currentTarget)
        }}
        onClick={({ currentTarget }) => follow(currentTarget)}
        onBlur={() => setMention(null)}
        onKeyDown={press}
      />
      <FormatToolbar onFormat={format} />
      {isOpen && (
        <div id={listId} role="listbox" tabIndex={-1} aria-label={t('mention.label')} className={classes.people}>
          {people.map((person) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field moves through them and takes one.
            <div
              key={person.userId}
              id={`${listId}-${person.userId}`}
              role="option"
              tabIndex={-1}
              aria-selected={person === chosen}
              data-combobox-selected={person === chosen || undefined}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(person)}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      <p role="status" className={announcement && !isOpen ? classes.hint : classes.unseen}>
        {announcement}
      </p>
      {rest < 200 && <p className={classes.hint}>{t('comments.left', { count: rest })}</p>}
    </div>
  )
}
