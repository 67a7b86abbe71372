import { type ReactNode, useEffect, useRef } from 'react'

const controls =
  ':is(input, select, textarea, button, a[href], [tabindex="0"]):not(:disabled, [hidden], [tabindex="-1"])'

/** What is asked for first: what says so or has the focus already, else the first control; of a choice between several the one that is chosen. */
const findFirstControl = (body: HTMLElement): HTMLElement | null => {
  const marked = body.querySelector<HTMLElement>('[data-autofocus], :focus')
  const first = marked ?? body.querySelector<HTMLElement>(controls)
  if (marked || !(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return body.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]:checked`) ?? first
}

/** Takes the focus to what is asked for as soon as it is there: the cross comes before it, and would have it. */
export const DialogBody = ({ children }: { children: ReactNode }) => {
  const body = useRef<HTMLDivElement>(null)
  const hasFirst = useRef(false)
  useEffect(() => {
    const first = hasFirst.current || !body.current ? null : findFirstControl(body.current)
    if (!first) return
    hasFirst.current = true
    // The library looks for it when the dialog has opened.
    first.dataset.autofocus = 'true'
    if (first.closest('[role="dialog"]')?.contains(document.activeElement)) first.focus()
  })
  return <div ref={body}>{children}</div>
}
