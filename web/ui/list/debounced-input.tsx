import { TextInput, type TextInputProps } from '@mantine/core'
import { type Ref, useEffect, useRef, useState } from 'react'

const debounceMs = 250

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  value: string
  /** `replace` is false for the first change after the field was entered: going back leads to the list before the typing. */
  onChange: (value: string, how: { replace: boolean }) => void
  ref?: Ref<HTMLInputElement>
}

/** A field that tells what was typed after a pause, on Enter, and when it is left. */
export const DebouncedInput = ({ value, onChange, ...props }: Props) => {
  const [draft, setDraft] = useState(value)
  const lastReportedText = useRef(value)
  const typing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(onChange)
  useEffect(() => {
    newest.current = onChange
  })
  useEffect(() => {
    // Only a value from elsewhere (a cleared chip, going back) takes the place of what is being typed.
    if (value === lastReportedText.current) return
    lastReportedText.current = value
    clearTimeout(timer.current)
    setDraft(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const applyText = (text: string): void => {
    clearTimeout(timer.current)
    if (text.trim() === lastReportedText.current) return
    lastReportedText.current = text.trim()
    newest.current(lastReportedText.current, { replace: typing.current })
    typing.current = true
  }
  return (
    <TextInput
      {...props}
      value={draft}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(applyText, debounceMs, currentTarget.value)
      }}
      onKeyDown={({ key }) => key === 'Enter' && applyText(draft)}
      onBlur={() => {
        applyText(draft)
        typing.current = false
      }}
    />
  )
}
