/** What somebody typed into a field that was still on its way, and whether they have pressed Enter after it. */
export type TypedAheadText = { text: string; isEnterPressed: boolean }

/** Before whoever has the focus. */
const captureListenerOptions = { capture: true }
const emptyTypedAhead: TypedAheadText = { text: '', isEnterPressed: false }
let typedAhead = emptyTypedAhead
let stopKeyCapture = (): void => {}

/** Keeps what is typed from now on for the field that is about to come; Escape thinks better of it. */
export const captureTypedAhead = (onEscape: () => void): void => {
  stopKeyCapture()
  typedAhead = emptyTypedAhead
  const press = (event: KeyboardEvent): void => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const text =
      key === 'Backspace' ? typedAhead.text.slice(0, -1) : key.length === 1 ? typedAhead.text + key : typedAhead.text
    if (key === 'Escape') {
      takeTypedAhead()
      onEscape()
    } else if (key === 'Enter') {
      // Not the key that opened it, still held down.
      if (!event.repeat) typedAhead = { text: typedAhead.text, isEnterPressed: true }
    } else if (key === 'Backspace' || key.length === 1) typedAhead = { text, isEnterPressed: false }
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', press, captureListenerOptions)
  stopKeyCapture = () => removeEventListener('keydown', press, captureListenerOptions)
}

/** Ends the keeping: the field is there, or won't come. */
export const takeTypedAhead = (): TypedAheadText => {
  const taken = typedAhead
  stopKeyCapture()
  typedAhead = emptyTypedAhead
  return taken
}
