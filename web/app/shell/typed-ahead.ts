/** What somebody typed into a field that was still on its way, and whether they have pressed Enter after it. */
type Ahead = { text: string; entered: boolean }

/** Before whoever has the focus. */
const first = { capture: true }
const nothing: Ahead = { text: '', entered: false }
let ahead = nothing
let stop = (): void => {}

/** Keeps what is typed from now on for the field that is about to come; Escape thinks better of it. */
export const keepTyped = (onEscape: () => void): void => {
  stop()
  ahead = nothing
  const press = (event: KeyboardEvent): void => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const text = key === 'Backspace' ? ahead.text.slice(0, -1) : key.length === 1 ? ahead.text + key : ahead.text
    if (key === 'Escape') {
      takeTyped()
      onEscape()
    } else if (key === 'Enter') ahead = { text: ahead.text, entered: true }
    else if (key === 'Backspace' || key.length === 1) ahead = { text, entered: false }
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', press, first)
  stop = () => removeEventListener('keydown', press, first)
}

/** Ends the keeping: the field is there, or won't come. */
export const takeTyped = (): Ahead => {
  const taken = ahead
  stop()
  ahead = nothing
  return taken
}
