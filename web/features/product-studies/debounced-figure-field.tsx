import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

const debounceMs = 250

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'error'> & {
  /** As it is written when nobody types. */
  value: string
  /** True where the text means something; then it has been told. */
  onText: (text: string) => boolean
  /** What is said of a text that means nothing. */
  invalidText: string
}

/** A figure that counts as it is typed, after a pause. What means nothing stays in the field with its reason, and changes nothing. */
export const DebouncedFigureField = ({ value, onText: onFigure, invalidText, ...props }: Props) => {
  const [draft, setDraft] = useState<string | null>(null)
  // What stood there when one came stays until one types or leaves: a rate that follows the amount may arrive in between.
  const [held, setHeld] = useState<string | null>(null)
  const [bad, setBad] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(onFigure)
  useEffect(() => {
    newest.current = onFigure
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const applyText = (text: string): boolean => {
    clearTimeout(timer.current)
    const good = newest.current(text)
    setBad(!good)
    return good
  }
  return (
    <TextInput
      autoComplete="off"
      {...props}
      value={draft ?? held ?? value}
      onFocus={() => setHeld(value)}
      error={bad && invalidText}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value
        setDraft(text)
        clearTimeout(timer.current)
        timer.current = setTimeout(applyText, debounceMs, text)
      }}
      onKeyDown={({ key }) => key === 'Enter' && draft !== null && applyText(draft)}
      onBlur={() => {
        setHeld(null)
        if (draft !== null && applyText(draft)) setDraft(null)
      }}
    />
  )
}
