import { type ReactNode, useRef } from 'react'
import classes from './scroll-frame.module.css'
import { useCutMark } from './use-cut-mark.ts'

type Props = {
  /** What scrolls in it: the keyboard stops here, and a screen reader says it. */
  label: string
  children: ReactNode
  className?: string | undefined
}

/** What may be wider than the page and holds nothing that takes the focus: it scrolls by itself, by keyboard too. */
export const ScrollFrame = ({ label, children, className }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  useCutMark(frame)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={frame}
      className={className ? `${classes.frame} ${className}` : classes.frame}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll
      tabIndex={0}
    >
      {children}
    </div>
  )
}
